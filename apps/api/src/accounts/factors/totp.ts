import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { Secret, TOTP } from 'otpauth'
import type { Deps } from '../../deps.ts'

/** Bytes of a secret, as RFC 4226 recommends for SHA-1. */
const SECRET_BYTES = 20
/** Codes of this many periods before and after the current one are accepted, because clocks differ. */
const WINDOW = 1

/** A new secret, in base32. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32

/** What authenticator apps read from a QR code. */
export const totpUri = (secret: string, username: string, siteName: string): string =>
  new TOTP({ issuer: siteName, label: username, secret }).toString()

/** @returns the period in which the app shows this code; null if the code is wrong, too old or too new */
export function periodOfCode(secret: string, code: string, at: Date): number | null {
  const totp = new TOTP({ secret })
  const timestamp = at.getTime()
  const distance = totp.validate({ token: code, timestamp, window: WINDOW })
  return distance === null ? null : totp.counter({ timestamp }) + distance
}

/** Encrypted, so that a copy of the database is not enough to make codes. */
export const sealSecret = ({ config }: Pick<Deps, 'config'>, secret: string): Promise<string> =>
  symmetricEncrypt({ key: config.secret, data: secret })

/** @returns null if the server's `SECRET` has changed since */
export async function openSecret(
  { config, log }: Pick<Deps, 'config' | 'log'>,
  sealed: string,
): Promise<string | null> {
  try {
    return await symmetricDecrypt({ key: config.secret, data: sealed })
  } catch {
    log.warn('an authenticator app’s secret cannot be decrypted: SECRET has changed')
    return null
  }
}
