import { z } from 'zod'
import { accountResponse, languageSchema, usernameSchema } from '../accounts/schemas.ts'
import { EXTENSIBLE, flag, instant, text } from '../common.ts'
import { passkeyAnswerSchema } from '../factors/passkeys.ts'
import { codeSchema } from '../factors/schemas.ts'

/** Minutes for which a log-in with the provider may take, there and here. */
export const OIDC_MINUTES = 15

/** Why a log-in with the provider came to nothing: the `problem` of the page that the browser is sent to. */
export const OIDC_PROBLEMS = [
  'unavailable',
  'denied',
  'failed',
  'not-admitted',
  'registration-closed',
  'account-closed',
  'already-linked',
  'other-account',
  'proof-needed',
] as const
export type OidcProblem = (typeof OIDC_PROBLEMS)[number]

const nextSchema = z
  .string()
  .max(500)
  // a browser reads two slashes, or a slash and a backslash, as the start of another site's address
  .regex(/^\/([!-.0-[\]-~][!-[\]-~]*)?$/, 'expected a path of this site, such as /games/100001')

export const startOidcQuery = z.strictObject({
  next: nextSchema
    .default('/')
    .describe('The page of this site that the browser is sent to after the log-in'),
  fresh: flag
    .default(false)
    .describe(
      '`true`: people log in there again, also if they are logged in there, which is a proof of identity',
    ),
})

/** What providers add to it is theirs to say. */
export const finishOidcQuery = z.looseObject({
  state: text(1, 2000).optional().describe('As sent to the provider'),
  code: text(1, 8000).optional().describe('The authorization code'),
  error: text(1, 500).optional().describe('Why the provider refuses'),
})

export const pendingOidcSchema = z
  .object({
    step: z
      .enum(['username', 'second-factor'])
      .meta(EXTENSIBLE)
      .describe(
        '`username`: the person is new and chooses a username. `second-factor`: the account asks for its second factor',
      ),
    username: z
      .string()
      .nullable()
      .describe('With `username`: the name that the provider knows them by, if it can be a username here'),
    email: z.string().nullable().describe('With `username`: the address that the provider has told'),
    invitationNeeded: z
      .boolean()
      .describe('With `username`: whether this site asks new people for an invitation'),
    next: z.string().describe('The page to open afterwards'),
  })
  .meta({ id: 'PendingOidcLogIn' })
export type PendingOidc = z.output<typeof pendingOidcSchema>

export const completeOidcBody = z.union([
  z.strictObject({
    username: usernameSchema,
    language: languageSchema.optional(),
    invitation: text(1, 100).optional().describe('The key of a site invitation, where one is needed'),
  }),
  z.strictObject({ code: codeSchema }),
  z.strictObject({ passkey: passkeyAnswerSchema }),
])
export const completedOidcSchema = accountResponse.extend({
  next: z.string().describe('The page to open now'),
})

const identitySchema = z
  .object({
    id: z.int(),
    provider: z.string().describe('The name of the provider, or its address if it is not this site’s now'),
    usable: z.boolean().describe('Whether it logs in. Not if the host has changed or removed the provider'),
    createdAt: instant.describe('When it was linked'),
    lastUsedAt: instant.nullable().describe('The last log-in with it'),
  })
  .meta({ id: 'Identity' })
export type Identity = z.output<typeof identitySchema>
export const identitiesSchema = z.object({ items: z.array(identitySchema) })

export const linkIdentityResponse = z.object({
  url: z.url().describe('Open it in the same browser. It comes back to `/account/security`'),
})
export const unlinkIdentityBody = z.strictObject({ id: z.int().min(1) })
