import { z } from 'zod'
import { instant, text } from '../common.ts'
import { passkeySchema } from './passkeys.ts'

/** How many recovery codes an account gets at once. */
export const RECOVERY_CODES = 10

export const codeSchema = text(6, 40).describe(
  'Six digits from your authenticator app, or one of your recovery codes. Each works once. Spaces and hyphens are ignored',
)

export const factorsSchema = z
  .object({
    password: z
      .boolean()
      .describe('Whether you have a password. Members who log in with codes may have none'),
    totp: z
      .object({ confirmedAt: instant.describe('Since when log-ins need its codes') })
      .nullable()
      .describe('Your authenticator app'),
    passkeys: z.array(passkeySchema),
    recoveryCodesLeft: z.int().describe('Number of recovery codes that you have not used'),
  })
  .meta({ id: 'Factors' })
export type Factors = z.output<typeof factorsSchema>

export const totpSetupSchema = z.object({
  secret: z.string().describe('The secret in base32, for typing it into the app'),
  uri: z.string().describe('The same as an `otpauth://` URI, for a QR code'),
})
export type TotpSetup = z.output<typeof totpSetupSchema>

export const confirmTotpBody = z.strictObject({
  code: z
    .string()
    .regex(/^\d{3} ?\d{3}$/, 'expected six digits')
    .describe('The six digits that the app shows now'),
})

export const recoveryCodesSchema = z.object({
  recoveryCodes: z
    .array(z.string())
    .describe(
      `Each replaces a code of the app once, if you have lost it. Returned only here, and they replace earlier ones: store them`,
    ),
})
