import { z } from 'zod'
import { EXTENSIBLE, instant, page } from '../common.ts'

/** Days for which the security log keeps events. */
export const SECURITY_LOG_DAYS = 180
/** Hours for which the link “this was not me” works. */
export const NOT_ME_HOURS = 72

const SECURITY_EVENT_KINDS = [
  'registered',
  'logged-in',
  'password-changed',
  'password-reset',
  'email-changed',
  'username-changed',
  'totp-added',
  'totp-removed',
  'passkey-added',
  'passkey-removed',
  'recovery-codes-renewed',
  'recovery-code-used',
  'session-named',
  'factors-removed',
  'token-created',
  'token-revoked',
  'app-created',
  'app-deleted',
  'app-connected',
  'app-disconnected',
  'identity-proved',
  'copy-requested',
  'deletion-requested',
  'deletion-undone',
  'access-revoked',
  'secured',
  'account-created-for-you',
  'login-code-renewed',
  'device-code-created',
  'identity-linked',
  'identity-unlinked',
] as const
export type SecurityEventKind = (typeof SECURITY_EVENT_KINDS)[number]

const securityEventSchema = z
  .object({
    id: z.int(),
    kind: z
      .enum(SECURITY_EVENT_KINDS)
      .meta(EXTENSIBLE)
      .describe(
        '`access-revoked`: other sessions, tokens, apps and webhooks were ended (`revokeAll`). `factors-removed`: by the host, because you had lost them. `identity-proved`: by `proveIdentity`. `copy-requested`: a copy of everything the server holds (`requestExport`). `account-created-for-you`, `login-code-renewed`: by a manager, whom `subject` names. `device-code-created`: for another device. `identity-linked`, `identity-unlinked`: with the host’s provider, which `subject` names. `secured`: the same as `access-revoked`, by the link “this was not me” in a mail (`reportNotMe`)',
      ),
    subject: z
      .string()
      .nullable()
      .describe(
        'The name of the token, app, passkey or session, the new e-mail address or username, the manager who did it, or the provider; null for other kinds',
      ),
    browser: z.string().nullable().describe('Browser name, such as `Firefox`; null if unknown'),
    system: z.string().nullable().describe('Operating system, such as `Android`; null if unknown'),
    network: z
      .string()
      .nullable()
      .describe('The network of the address, without its last part: `203.0.113.0/24`; null if unknown'),
    at: instant,
  })
  .meta({ id: 'SecurityEvent' })
export type SecurityEvent = z.output<typeof securityEventSchema>
export const securityEventPage = page(securityEventSchema)
