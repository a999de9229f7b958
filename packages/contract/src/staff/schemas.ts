import { z } from 'zod'
import { usernameSchema } from '../accounts/schemas.ts'
import { clubSlug, EXTENSIBLE, instant, page, pageQuery, playerSchema, ruleSetIdSchema } from '../common.ts'
import { STAFF_ROLES } from '../roles.ts'
import { SANCTION_KINDS } from '../sanctions/schemas.ts'

const roles = z.array(z.enum(STAFF_ROLES).meta(EXTENSIBLE))

export const staffMemberSchema = z
  .object({
    player: playerSchema,
    roles,
    managerOf: z
      .array(z.string())
      .describe('The slugs of the clubs whose members a manager looks after. Empty: of every club and none'),
    fixed: z
      .boolean()
      .describe(
        'Whether the setting `ADMINS` names the player. The role `admin` then cannot be taken away here',
      ),
  })
  .meta({ id: 'StaffMember' })
export type StaffMember = z.output<typeof staffMemberSchema>
export const staffPage = page(staffMemberSchema)
export const listStaffQuery = z.strictObject(pageQuery)

export const setRolesBody = z
  .strictObject({
    roles: z
      .array(z.enum(STAFF_ROLES))
      .refine((roles) => new Set(roles).size === roles.length, 'must not contain duplicates')
      .describe('All roles that the player has from now on. Empty takes them all away'),
    managerOf: z
      .array(clubSlug)
      .min(1)
      .max(100)
      .refine((slugs) => new Set(slugs).size === slugs.length, 'must not contain duplicates')
      .optional()
      .describe('Makes the player a manager only of members made for these clubs. Without it, of all'),
  })
  .refine(({ roles, managerOf }) => !managerOf || roles.includes('manager'), {
    path: ['managerOf'],
    message: 'needs the role `manager`',
  })

/** What the log of admin acts records. */
export const ACT_KINDS = [
  'roles-changed',
  'claim-ruled',
  'report-ruled',
  'mail-read',
  'sanction-imposed',
  'sanction-lifted',
  'appeal-decided',
  'addresses-compared',
  'moves-compared',
  'content-report-decided',
  'factors-removed',
  'league-created',
  'ladder-changed',
  'news-published',
  'news-changed',
  'news-removed',
  'roomy-address-added',
  'roomy-address-removed',
  'site-invitation-made',
  'site-invitation-ended',
  'member-created',
  'member-code-renewed',
  'member-deleted',
] as const
export type ActKind = (typeof ACT_KINDS)[number]

const actDetailsSchema = z
  .object({
    game: z.int(),
    claim: z.int(),
    report: z.int(),
    verdict: z.string().meta(EXTENSIBLE),
    sanction: z.int(),
    sanctionKind: z.enum(SANCTION_KINDS).meta(EXTENSIBLE),
    until: instant.nullable(),
    appeal: z.int(),
    contentReport: z.int(),
    mail: z.int(),
    news: z.int(),
    title: z.string(),
    mailKind: z.string().meta(EXTENSIBLE),
    before: roles,
    after: roles,
    managerOf: z.array(z.string()).describe('Slugs of clubs'),
    club: z.string().describe('The slug of a club'),
    endSessions: z.boolean(),
    rules: ruleSetIdSchema,
    startsAt: instant,
    provenDraws: z.boolean(),
    network: z.string(),
    siteInvitation: z.int(),
    uses: z.int(),
  })
  .partial()
  .describe('What the act was about: only the fields that belong to its kind')
export type ActDetails = z.output<typeof actDetailsSchema>

const adminActSchema = z
  .object({
    id: z.int(),
    kind: z.enum(ACT_KINDS).meta(EXTENSIBLE),
    by: playerSchema.nullable().describe('Who did it. null: the host, by the command line or a setting'),
    player: playerSchema.nullable().describe('The player it concerns'),
    reason: z.string().nullable().describe('The reason given to the player'),
    details: actDetailsSchema,
    at: instant,
  })
  .meta({ id: 'AdminAct', description: 'Something that an arbiter, moderator or admin did' })
export type AdminAct = z.output<typeof adminActSchema>
export const adminActPage = page(adminActSchema)
export const listAdminActsQuery = z.strictObject({
  ...pageQuery,
  player: usernameSchema.optional().describe('Only acts that concern this player'),
  by: usernameSchema.optional().describe('Only acts of this player'),
})

const MAX_ROOMY_HOURS = 72

export const addRoomyAddressBody = z.strictObject({
  network: z
    .union(
      [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()],
      'expected an address, or a network such as 192.0.2.0/24',
    )
    .meta({ examples: ['192.0.2.0/24'] }),
  hours: z.int().min(1).max(MAX_ROOMY_HOURS),
})
export const roomyAddressSchema = z
  .object({
    id: z.int(),
    network: z.string().describe('An address, or a network such as 192.0.2.0/24'),
    until: instant,
  })
  .meta({ id: 'RoomyAddress', description: 'An address whose limits are wider' })
export type RoomyAddress = z.output<typeof roomyAddressSchema>
export const roomyAddressPage = page(roomyAddressSchema)
export const listRoomyAddressesQuery = z.strictObject(pageQuery)
