import { z } from 'zod'
import { LANGUAGES, usernameSchema } from '../accounts/schemas.ts'
import { clubSlug, instant, page, pageQuery, playerSchema, text } from '../common.ts'
import { passkeyAnswerSchema } from '../factors/passkeys.ts'
import { codeSchema } from '../factors/schemas.ts'
import { MAX_NEW_MEMBERS } from '../limits.ts'

export const memberParams = z.strictObject({ username: usernameSchema.describe('The member’s username') })

export const createMembersBody = z.strictObject({
  members: z
    .array(
      z.strictObject({
        username: usernameSchema,
        language: z.enum(LANGUAGES).default('en').describe('Of the site and of the printed sheet'),
      }),
    )
    .min(1)
    .max(MAX_NEW_MEMBERS),
  club: clubSlug
    .optional()
    .describe(
      'The club that they are made for. They become its members, and its managers look after them. Fixed for ever',
    ),
})

const loginCodeFields = {
  code: z
    .string()
    .describe('Logs in once, at `logInWithCode`. Returned only here')
    .meta({ examples: ['7KQM-X4TB'] }),
  url: z.string().describe('The page that logs in with the code'),
}

export const createdMembersSchema = z.object({
  members: z.array(z.object({ username: z.string(), ...loginCodeFields })),
})
export type CreatedMembers = z.output<typeof createdMembersSchema>

export const renewMemberCodeBody = z
  .strictObject({
    endSessions: z
      .boolean()
      .default(false)
      .describe(
        'Also ends all sessions, tokens, connected apps, webhooks, the password and second factors of the member, who has lost a phone or forgotten the password',
      ),
  })
  .optional()
export const loginCodeSchema = z.object(loginCodeFields)
export type LoginCode = z.output<typeof loginCodeSchema>
export const deviceCodeSchema = z.object({ ...loginCodeFields, expiresAt: instant })
export type DeviceCode = z.output<typeof deviceCodeSchema>

const memberClubSchema = z.object({ slug: z.string(), name: z.string() })

const memberSchema = z
  .object({
    player: playerSchema,
    language: z.enum(LANGUAGES),
    club: memberClubSchema.nullable().describe('The club that the member was made for'),
    createdAt: instant,
    lastVisitAt: instant.nullable().describe('Rounded to the day; null: never'),
    codeUnused: z.boolean().describe('Whether the latest code has not been used and still works'),
    codeExpiresAt: instant.nullable().describe('Until when that code works; null if it does not'),
    deletesAt: instant.nullable().describe('When the account is deleted; null if nobody has asked for that'),
  })
  .meta({ id: 'Member', description: 'Somebody without an e-mail address, whose account staff have made' })
export type Member = z.output<typeof memberSchema>
export const memberPage = page(memberSchema).extend({
  managerOf: z
    .array(memberClubSchema)
    .nullable()
    .describe('The clubs whose members you look after; null: all members, of clubs and of none'),
})
export const listMembersQuery = z.strictObject({
  ...pageQuery,
  club: clubSlug.optional().describe('Only members made for this club'),
})

export const logInWithCodeBody = z.strictObject({
  code: text(1, 40).describe('Spaces and hyphens are ignored, and lower case is the same'),
  secondFactor: codeSchema.optional(),
  passkey: passkeyAnswerSchema.optional().describe('A passkey as the second factor'),
})
