import { z } from 'zod'
import { claimRefusalSchema } from './claims.ts'
import { EXTENSIBLE, instant } from './common.ts'

/** The closed list of error codes, each with its HTTP status and title. Programs read the code, people the detail. */
export const ERRORS = {
  'bad-request': { status: 400, title: 'The request cannot be read' },
  validation: { status: 400, title: 'The request is malformed' },
  unauthenticated: { status: 401, title: 'Log in or send a token' },
  'wrong-credentials': { status: 401, title: 'Username or password is wrong' },
  'missing-scope': { status: 403, title: 'The token lacks a scope' },
  forbidden: { status: 403, title: 'This is not yours to do' },
  'not-a-player': { status: 403, title: 'You do not play in this game' },
  'contact-refused': { status: 403, title: 'This player does not take this from you' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'This method is not offered here' },
  conflict: { status: 409, title: 'The state has moved on' },
  'username-taken': { status: 409, title: 'This username is taken' },
  'email-taken': { status: 409, title: 'This e-mail address is in use' },
  'game-over': { status: 409, title: 'The game is over' },
  'game-not-over': { status: 409, title: 'The game is not over yet' },
  'game-frozen': { status: 409, title: 'The game is frozen by a claim' },
  'not-your-turn': { status: 409, title: 'It is not your turn' },
  'stale-ply': { status: 409, title: 'Another ply is to be played' },
  'too-late-to-cancel': { status: 409, title: 'The game can no longer be cancelled' },
  'offer-open': { status: 409, title: 'A draw offer is open' },
  'vacation-overlaps': { status: 409, title: 'You have a vacation at that time' },
  'vacation-over': { status: 409, title: 'The vacation is over' },
  'little-time-left': { status: 409, title: 'Games are about to run out of time' },
  'challenge-closed': { status: 409, title: 'The challenge is no longer open' },
  'player-blocked': { status: 409, title: 'You have blocked this player' },
  'already-reported': { status: 409, title: 'You have reported this already' },
  'payload-too-large': { status: 413, title: 'The request is too large' },
  'unsupported-media-type': { status: 415, title: 'Send JSON' },
  'illegal-move': { status: 422, title: 'The rules do not allow this move' },
  'claim-refused': { status: 422, title: 'The claim is not allowed now' },
  'offer-refused': { status: 422, title: 'The offer cannot rest on this' },
  'offer-repeated': { status: 422, title: 'The same offer was made a few moves ago' },
  'own-challenge': { status: 422, title: 'Nobody plays against themselves' },
  yourself: { status: 422, title: 'Nobody does this to themselves' },
  'unknown-opponent': { status: 422, title: 'There is no such player to challenge' },
  'report-refused': { status: 422, title: 'This cannot be reported so' },
  'url-refused': { status: 422, title: 'This address cannot be called' },
  'not-a-new-account': { status: 422, title: 'The account has played or is about to' },
  'bots-not-welcome': { status: 422, title: 'No bot may accept this challenge' },
  'link-expired': { status: 422, title: 'This link can no longer be used' },
  'idempotency-key-reused': { status: 422, title: 'This key was sent with another request' },
  'not-enough-vacation': { status: 422, title: 'You have not that much vacation' },
  'limit-reached': { status: 422, title: 'A limit of this server is reached' },
  'upgrade-required': { status: 426, title: 'Connect with a WebSocket' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'The server failed' },
  unavailable: { status: 503, title: 'The server cannot answer now' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

/** RFC 9457 problem details, the body of every error. */
export const problemSchema = z
  .object({
    type: z.string().describe('A URI reference that names the kind of problem: `/api/docs#` and the code'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('For people: what went wrong and what to do'),
    code: z
      .enum(ERROR_CODES)
      .meta(EXTENSIBLE)
      .describe('For programs; where you do not know it, go by the status'),
    errors: z
      .array(z.object({ path: z.string().describe('JSON pointer of the field'), message: z.string() }))
      .optional()
      .describe('The fields that failed'),
    refusals: z
      .array(claimRefusalSchema)
      .optional()
      .describe('Every reason why a claim, or the ground of an offer, is not allowed now'),
    games: z
      .array(
        z.object({
          id: z.int(),
          opponent: z.string().describe('Their name'),
          deadline: instant.describe('When your time runs out'),
          vacation: z.boolean().describe('Whether a vacation stops the clock in it'),
        }),
      )
      .optional()
      .describe('Your games in which less than an hour is left, the most urgent first'),
  })
  .meta({ id: 'Problem' })

export type Problem = z.output<typeof problemSchema>
