import { z } from 'zod'
import { emailSchema, passwordSchema } from '../accounts/schemas.ts'
import { instant, text, visibleText } from '../common.ts'
import { passkeyAnswerSchema } from '../factors/passkeys.ts'
import { codeSchema } from '../factors/schemas.ts'

/** Hours for which a mailed link works. */
export const PASSWORD_RESET_HOURS = 1
export const VERIFICATION_HOURS = 48
/** Minutes for which a log-in or a proof of identity allows sensitive changes. */
export const PROOF_MINUTES = 10

const currentPassword = text(1, 128).describe('Your current password')
const linkToken = text(1, 100).describe('The part of the mailed link after `#`')

export const mailDeliverySchema = z.object({
  delivery: z
    .enum(['mail', 'host'])
    .describe('`mail`: the mail will be sent. `host`: this server sends no mail; ask its host for the link'),
})
export type MailDelivery = z.output<typeof mailDeliverySchema>['delivery']

export const changeEmailBody = z.strictObject({ email: emailSchema, password: currentPassword })
export const verifyEmailBody = z.strictObject({ token: linkToken })
export const verifiedSchema = z.object({ username: z.string(), email: z.string() })

export const requestPasswordResetBody = z.strictObject({
  name: text(1, 254).describe('The username or the e-mail address of the account'),
})
export const resetPasswordBody = z.strictObject({
  token: linkToken,
  password: passwordSchema,
  keepPrograms: z
    .boolean()
    .default(false)
    .describe(
      'Whether personal tokens, connected apps, webhooks and the calendar address stay. Otherwise they end',
    ),
})
export const proofBody = z.union([
  z.strictObject({ password: currentPassword }),
  z.strictObject({ code: codeSchema }),
  z.strictObject({ passkey: passkeyAnswerSchema }),
])
export const proofSchema = z.object({
  validUntil: instant.describe('Until when this session can make sensitive changes'),
})
export const changePasswordBody = z.strictObject({
  currentPassword: currentPassword
    .optional()
    .describe('Your current password. Leave it out if you have none yet, because you logged in with a code'),
  newPassword: passwordSchema,
})

export const sessionsEndedSchema = z.object({
  sessionsEnded: z.int().describe('Number of other sessions that were ended'),
})

export const accessRevokedSchema = sessionsEndedSchema.extend({
  tokensRevoked: z.int().describe('Number of personal tokens that were revoked'),
  appsDisconnected: z.int().describe('Number of apps that were disconnected'),
  webhooksDeleted: z.int(),
})

export const notMeBody = z.strictObject({ token: linkToken })
export const securedSchema = accessRevokedSchema.extend({
  username: z.string(),
  token: z.string().describe('For `resetPassword`. A mail with it was sent too'),
})

export const sessionSchema = z
  .object({
    id: z.int(),
    browser: z.string().nullable().describe('Browser name, such as `Firefox`; null if unknown'),
    system: z.string().nullable().describe('Operating system, such as `Android`; null if unknown'),
    name: z.string().nullable().describe('Your own name for it (`nameSession`)'),
    createdAt: instant.describe('When you logged in'),
    lastUsedAt: instant.describe('Rounded to the day'),
    current: z.boolean().describe('Whether this is the session of the request'),
  })
  .meta({ id: 'Session' })
export const nameSessionBody = z.strictObject({ name: visibleText(60).nullable() })
export type Session = z.output<typeof sessionSchema>
