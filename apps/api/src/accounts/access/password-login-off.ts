import type { Config } from '../../config/config.ts'
import { type Refused, refuse } from '../../refusal.ts'

/** Refuses passwords where people log in with the host's provider only, but for those whom the host has named as admins. */
export const passwordLoginRefused = (
  config: Pick<Config, 'oidc' | 'admins'>,
  username: string,
): Refused | null => (config.admins.includes(username.toLowerCase()) ? null : codeLoginRefused(config))

/** The same for codes that log in. */
export const codeLoginRefused = ({ oidc }: Pick<Config, 'oidc'>): Refused | null =>
  oidc?.only
    ? refuse(
        'password-login-off',
        `On this site people log in with ${oidc.name}: see GET /api/v1/session/oidc.`,
      )
    : null
