import { z } from 'zod'
import { LANGUAGES, usernameSchema } from '../accounts/schemas.ts'
import {
  clubSlug,
  EXTENSIBLE,
  instant,
  page,
  pageQuery,
  playerSchema,
  publicName,
  text,
  visibleText,
  wholeNumber,
} from '../common.ts'
import { MAX_CLUB_SEARCH } from '../limits.ts'

export { clubSlug }

export const CLUB_JOINING = ['open', 'request', 'invitation'] as const
export const CLUB_ROLES = ['owner', 'organiser', 'member'] as const
export type ClubRole = (typeof CLUB_ROLES)[number]

/** How many clubs that exist a player may have founded, and in how many a player may be. */
export const MAX_CLUBS_FOUNDED = 3
export const MAX_MEMBERSHIPS = 20
export const MAX_CLUB_MEMBERS = 2000
/** Invitations of a player in 24 hours, links included, and how long each can be used. */
export const MAX_CLUB_INVITATIONS = 20
export const CLUB_INVITATION_DAYS = 14
/** Announcements of a club in 24 hours: each is a notification to everybody. */
export const MAX_CLUB_ANNOUNCEMENTS = 5
/** How many names a club may have had: nobody else ever gets one of them. */
export const MAX_CLUB_NAMES = 5

const name = publicName(40)
  .min(3)
  .describe(
    'One line without invisible characters. Unique, whatever its case and the letters that look alike',
  )
const description = text(0, 2000)
const language = z.enum(LANGUAGES)
const joining = z
  .enum(CLUB_JOINING)
  .describe('`open`: anybody may join. `request`: an organiser decides. `invitation`: only by invitation')

export const foundClubBody = z.strictObject({
  name,
  description: description.default(''),
  language: language.optional().describe('The language of the club. Default: yours'),
  joining: joining.default('open'),
})
export const changeClubBody = z
  .strictObject({ name, description, language, joining })
  .partial()
  .describe('What to change. The slug never changes')

const role = z.enum(CLUB_ROLES)
export const clubSchema = z
  .object({
    slug: z.string().describe('Names the club in calls and links. Never changes'),
    name: z.string(),
    description: z.string(),
    language,
    joining: z.enum(CLUB_JOINING).meta(EXTENSIBLE),
    members: z.int().describe('How many members it has'),
    owner: playerSchema,
    mine: z.object({ role }).nullable().describe('Your membership; null if you are no member'),
    record: z
      .object({ won: z.int(), drawn: z.int(), lost: z.int() })
      .describe('Its finished matches against other clubs'),
    createdAt: instant,
  })
  .meta({ id: 'Club' })
export type Club = z.output<typeof clubSchema>

export const clubDetailsSchema = clubSchema
  .extend({
    bestBoards: z
      .array(
        z.object({
          user: playerSchema,
          games: z.int().describe('Finished games in matches of this club'),
          points: z.number(),
        }),
      )
      .describe('The players with the most points for the club in matches, at most five'),
    own: z
      .object({
        asked: z.boolean().describe('Whether you have asked to join'),
        invited: z.boolean().describe('Whether you have an invitation'),
        removed: z
          .object({ reason: z.string(), at: instant })
          .nullable()
          .describe('If you were removed: you need an invitation to return'),
        requests: z
          .int()
          .nullable()
          .describe('How many wait for an answer; null unless you are an organiser'),
      })
      .optional()
      .describe('Only with a session or a token'),
  })
  .meta({ id: 'ClubDetails' })
export type ClubDetails = z.output<typeof clubDetailsSchema>

export const clubMemberSchema = z
  .object({ user: playerSchema, role, joinedAt: instant })
  .meta({ id: 'ClubMember' })
export type ClubMember = z.output<typeof clubMemberSchema>

const clubRequestSchema = z.object({ user: playerSchema, createdAt: instant }).meta({ id: 'ClubRequest' })
export type ClubRequest = z.output<typeof clubRequestSchema>

export const clubInvitationSchema = z
  .object({
    id: z.int(),
    user: playerSchema.nullable().describe('null: everybody who has the link'),
    by: playerSchema,
    url: z
      .string()
      .nullable()
      .describe('The link; the part after `#` is the code. null if it names a player'),
    createdAt: instant,
    expiresAt: instant,
  })
  .meta({ id: 'ClubInvitation' })
export type ClubInvitation = z.output<typeof clubInvitationSchema>

export const clubAnnouncementSchema = z
  .object({ id: z.int(), by: playerSchema, text: z.string(), createdAt: instant })
  .meta({ id: 'ClubAnnouncement' })
export type ClubAnnouncement = z.output<typeof clubAnnouncementSchema>

const CLUB_CHANGES = [
  'joined',
  'requested',
  'declined',
  'invited',
  'left',
  'removed',
  'role',
  'announced',
  'changed',
  'ended',
] as const
/** Something that happened in a club. */
export const clubEventSchema = z
  .object({
    slug: z.string(),
    name: z.string(),
    change: z
      .enum(CLUB_CHANGES)
      .meta(EXTENSIBLE)
      .describe(
        '`joined`, `left`, `removed`, `role`: a member. `requested`, `declined`: somebody who asks to join. `invited`: you are invited. `announced`: to all members. `changed`: its name, texts or settings. `ended`: it was deleted, or has no members any more',
      ),
    user: playerSchema.nullable().describe('Whom it concerns, if it is one player'),
    by: playerSchema.nullable().describe('Who did it; null: the server'),
    role: role.nullable().describe('With `joined` and `role`: the player’s role now'),
    text: z.string().nullable().describe('With `removed`: why. With `announced`: the announcement'),
  })
  .meta({ id: 'ClubEvent' })
export type ClubEvent = z.output<typeof clubEventSchema>

export const listClubsQuery = z.strictObject({
  ...pageQuery,
  search: text(1, MAX_CLUB_SEARCH)
    .optional()
    .describe('Only clubs whose name contains this, in upper or lower case'),
  member: usernameSchema.optional().describe('Only clubs of this player'),
})
export const clubParams = z.strictObject({ slug: clubSlug })
export const clubPlayerParams = z.strictObject({
  slug: clubSlug,
  username: usernameSchema.describe('The player'),
})
export const clubAnnouncementParams = z.strictObject({
  slug: clubSlug,
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('The announcement'),
})
export const clubInvitationParams = z.strictObject({
  slug: clubSlug,
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('The invitation'),
})
export const joinClubBody = z
  .strictObject({ invite: text(1, 100).optional().describe('The code of an invitation link') })
  .optional()
export const clubJoinedSchema = z.object({ state: z.enum(['member', 'requested']).meta(EXTENSIBLE) })
export type ClubJoined = z.output<typeof clubJoinedSchema>
export const removeMemberBody = z.strictObject({ reason: visibleText(500).describe('The player reads it') })
export const changeMemberBody = z.strictObject({
  role: role.describe('`owner` hands the club over: you become an organiser'),
})
export const inviteToClubBody = z
  .strictObject({
    username: usernameSchema.optional().describe('Whom to invite. Without it the invitation is a link'),
  })
  .optional()
export const announceInClubBody = z.strictObject({
  text: visibleText(2000).describe('A notification to every member; everybody can read it on the page'),
})

export const foundedClubSchema = z.object({ club: clubSchema })
export const clubPage = page(clubSchema)
export const clubMemberPage = page(clubMemberSchema)
export const clubRequestPage = page(clubRequestSchema)
export const clubInvitationPage = page(clubInvitationSchema)
export const clubAnnouncementPage = page(clubAnnouncementSchema)
