import { emailSchema } from '@tegenzet/contract'
import { proposeUsername } from '@tegenzet/contract/propose-username'
import { z } from 'zod'
import type { OidcConfig } from '../../config/config.ts'

/** Whom the provider has logged in. Issuer and subject identify them, nothing else does. */
export const personSchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  /** The name they are known by there, as a username here. */
  username: z.string().nullable(),
  email: z.object({ address: z.string(), verified: z.boolean() }).nullable(),
})
export type Person = z.output<typeof personSchema>

/** 255 ASCII characters, says the standard. */
const subjectSchema = z.string().regex(/^[ -~]{1,255}$/)
const addressSchema = z.object({
  email: emailSchema.transform((email) => email.toLowerCase()),
  email_verified: z.literal(true).optional().catch(undefined),
})

type Claims = Record<string, unknown>

/** @returns null if another issuer has logged them in, or the subject is malformed */
export function personOf({ issuer }: OidcConfig, idToken: Claims, userInfo: Claims): Person | null {
  const { data: subject } = subjectSchema.safeParse(idToken.sub)
  if (subject === undefined || new URL(`${idToken.iss}`).href !== issuer) return null
  // an address is verified only by the answer that tells it
  const { data: address } = addressSchema.safeParse(idToken.email === undefined ? userInfo : idToken)
  return {
    issuer,
    subject,
    username: usernameFrom(idToken.preferred_username ?? userInfo.preferred_username),
    email: address ? { address: address.email, verified: address.email_verified === true } : null,
  }
}

/** Some providers give an e-mail address or a whole name. */
const usernameFrom = (name: unknown): string | null =>
  typeof name === 'string' ? proposeUsername(name.slice(0, 200).replace(/@.*/s, '')) : null
