import { z } from 'zod'
import { emailSchema, passwordSchema } from './accounts.ts'
import { instant, text } from './common.ts'

/** Hours that a link in a mail can be used. */
export const PASSWORD_RESET_HOURS = 1
export const VERIFICATION_HOURS = 48

const currentPassword = text(1, 128).describe('The one you have')
const linkToken = text(1, 100).describe('What stands after `#` in the link that was mailed')

/** How a mail goes out. */
export const mailDeliverySchema = z.object({
  delivery: z
    .enum(['mail', 'host'])
    .describe('`mail`: it is sent; `host`: this server sends no mail, and who runs it can read the link out'),
})
export type MailDelivery = z.output<typeof mailDeliverySchema>['delivery']

export const changeEmailBody = z.strictObject({ email: emailSchema, password: currentPassword })
export const verifyEmailBody = z.strictObject({ token: linkToken })
export const verifiedSchema = z.object({ username: z.string(), email: z.string() })

export const requestPasswordResetBody = z.strictObject({
  name: text(1, 254).describe('The username or the e-mail address of the account'),
})
export const resetPasswordBody = z.strictObject({ token: linkToken, password: passwordSchema })
export const changePasswordBody = z.strictObject({ currentPassword, newPassword: passwordSchema })

export const sessionsEndedSchema = z.object({
  sessionsEnded: z.int().describe('How many other places were logged out'),
})

export const sessionSchema = z
  .object({
    id: z.int(),
    browser: z.string().nullable().describe('Its name, such as `Firefox`; null where it is not known'),
    system: z.string().nullable().describe('Such as `Android`; null where it is not known'),
    createdAt: instant.describe('When you logged in'),
    lastUsedAt: instant.describe('To the day'),
    current: z.boolean().describe('The session this is asked with'),
  })
  .meta({ id: 'Session' })
export type Session = z.output<typeof sessionSchema>
