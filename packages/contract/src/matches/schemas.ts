import { z } from 'zod'
import { usernameSchema } from '../accounts/schemas.ts'
import { clockSchema } from '../clocks.ts'
import { clubSlug, MAX_CLUB_MEMBERS } from '../clubs/schemas.ts'
import {
  EXTENSIBLE,
  instant,
  instantInput,
  page,
  pageQuery,
  playerSchema,
  ruleSetIdSchema,
  visibleText,
} from '../common.ts'
import { provenDrawsSchema } from '../terms.ts'

export const MATCH_STATES = ['proposed', 'open', 'running', 'finished', 'declined', 'cancelled'] as const
export type MatchState = (typeof MATCH_STATES)[number]
const MAX_MATCH_BOARDS = 100
/** Proposals of a player in 24 hours. */
export const MAX_MATCH_PROPOSALS = 20

const gamesPerBoard = z.union([z.literal(1), z.literal(2)])

export const proposeMatchBody = z.strictObject({
  club: clubSlug.describe('The `slug` of your club, A'),
  opponent: clubSlug.describe(
    'The `slug` of the club that you challenge, B; your own: a match within the club',
  ),
  rules: ruleSetIdSchema,
  clock: clockSchema,
  rated: z.boolean().default(false),
  vacation: z.boolean().default(true).describe('Whether vacations stop clocks in its games'),
  provenDraws: provenDrawsSchema.default(false),
  boards: z.int().min(1).max(MAX_MATCH_BOARDS).describe('The most boards that are played'),
  gamesPerBoard: gamesPerBoard.default(1).describe('1: A has White on odd boards. 2: one with each colour'),
  lineupsCloseAt: instantInput.describe('Until when members sign up. Then all games start'),
  message: visibleText(500).optional().describe('Only organisers of both clubs can read it'),
})

const score = z.union([z.literal(0), z.literal(0.5), z.literal(1)])
const sum = z.number().describe('Win 1, draw ½')
export const MATCH_SIDES = ['a', 'b'] as const
export type MatchSide = (typeof MATCH_SIDES)[number]
const side = z.enum(MATCH_SIDES)
const matchFields = {
  id: z.int(),
  clubs: z.array(z.string()).length(2).describe('The slugs of A, which proposed the match, and B'),
  clubNames: z.array(z.string()).length(2).describe('Their names; within one club followed by A and B'),
  rules: ruleSetIdSchema,
  clock: clockSchema,
  rated: z.boolean(),
  vacation: z.boolean().describe('Whether vacations stop clocks in its games'),
  provenDraws: provenDrawsSchema,
  boards: z.int().describe('The most boards that are played'),
  gamesPerBoard,
  state: z.enum(MATCH_STATES),
  lineupsCloseAt: instant,
  agreedToStart: z
    .array(side)
    .describe('The sides whose organisers agreed to start before `lineupsCloseAt`: the second one starts it'),
  signedUp: z.array(z.int()).length(2).describe('How many have signed up for A and B'),
  score: z.array(sum).length(2).describe('Of A and B so far: the sums of the results'),
  createdAt: instant,
  startedAt: instant.nullable(),
  endedAt: instant.nullable(),
}

const matchSummarySchema = z.object(matchFields).meta({ id: 'MatchSummary' })
export type MatchSummary = z.output<typeof matchSummarySchema>

export const matchPlayerSchema = z
  .object({
    user: playerSchema,
    board: z.int().nullable().describe('From 1; null while line-ups are open, and for who has no board'),
    rating: z.number().nullable().describe('When the line-ups closed; null before, and for unrated players'),
  })
  .meta({ id: 'MatchPlayer' })
export type MatchPlayer = z.output<typeof matchPlayerSchema>

export const matchSchema = z
  .object({
    ...matchFields,
    players: z
      .object({ a: z.array(matchPlayerSchema), b: z.array(matchPlayerSchema) })
      .describe(
        'Who has signed up for A and B: by board, others in the order in which they signed up. Organisers read their own side, until its line-up closes, in the order that they gave it',
      ),
    games: z
      .array(
        z.object({
          board: z.int(),
          a: playerSchema,
          b: playerSchema,
          games: z.array(
            z.object({
              id: z.int(),
              white: side.describe('Who has White'),
              score: score.nullable().describe('Of A; null while the game is running'),
            }),
          ),
        }),
      )
      .describe('The boards, once the match has started'),
    proposedBy: playerSchema.describe('Who proposed it, for A'),
    own: z
      .object({
        club: z.string().nullable().describe('The slug of the club for which you have signed up'),
        side: side.nullable().describe('The side for which you have signed up'),
        clubs: z.array(z.string()).describe('The slugs of the clubs of the match in which you are'),
        organises: z.array(z.string()).describe('Those that you organise'),
        message: z.string().nullable().describe('The message with the proposal, for organisers'),
        reminded: z.array(z.string()).describe('The clubs whose members were reminded, for organisers'),
        ordered: z
          .array(side)
          .describe('The sides to whom an order of boards was given, for their organisers'),
      })
      .optional()
      .describe('Only with a session or a token'),
  })
  .meta({ id: 'Match' })
export type Match = z.output<typeof matchSchema>

const MATCH_CHANGES = [
  'proposed',
  'accepted',
  'declined',
  'cancelled',
  'signed-up',
  'withdrawn',
  'reminded',
  'agreed',
  'started',
  'left-out',
  'skipped',
  'finished',
] as const
/** The match after something happened in it. */
export const matchEventSchema = z
  .object({
    ...matchFields,
    change: z
      .enum(MATCH_CHANGES)
      .meta(EXTENSIBLE)
      .describe(
        'What happened. `accepted`: members can sign up. `reminded`: an organiser asks you to sign up. `agreed`: the other club would like to start now. `started`: you have a board, or organise the match. `left-out`: you had signed up and have no board. `skipped`: the same, because you may not start games',
      ),
    club: z.string().nullable().describe('The slug of the club whose member it concerns, if it is one'),
    user: playerSchema.nullable().describe('Whom it concerns, if it is one player'),
    by: playerSchema.nullable().describe('Who did it; null: the server'),
  })
  .meta({ id: 'MatchEvent' })
export type MatchEvent = z.output<typeof matchEventSchema>

export const listMatchesQuery = z.strictObject({
  ...pageQuery,
  club: clubSlug.optional().describe('Only matches of this club'),
  state: z.enum(MATCH_STATES).optional().describe('Only matches in this state'),
})
export const signUpBody = z.union([
  z.strictObject({ club: clubSlug.describe('The club for which you play') }),
  z.strictObject({
    side: side.describe('The side for which you play'),
    username: usernameSchema
      .optional()
      .describe('Instead of you, a member without an e-mail address, made for your club'),
  }),
])
export const orderBoardsBody = z.strictObject({
  side: side.describe('Your side'),
  usernames: z
    .array(usernameSchema)
    .max(MAX_CLUB_MEMBERS)
    .describe(
      'Players who have signed up for it, board 1 first; the others follow by rating. Empty: by rating',
    ),
})
export const remindMembersBody = z.strictObject({ club: clubSlug.describe('Your club') })
export const listMissingQuery = z.strictObject({ ...pageQuery, club: clubSlug.describe('Your club') })

export const proposedMatchSchema = z.object({ match: matchSchema })
export const matchPage = page(matchSummarySchema)
