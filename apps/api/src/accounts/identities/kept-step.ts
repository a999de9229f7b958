import { hkdfSync } from 'node:crypto'
import { OIDC_MINUTES } from '@tegenzet/contract'
import { EncryptJWT, jwtDecrypt } from 'jose'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { personSchema } from './person.ts'

/** What a browser has begun with the provider, and for what. */
const begunSchema = z.object({
  step: z.literal('begun'),
  /** The account whose owner links an identity or proves theirs. null: a log-in. */
  act: z.object({ kind: z.enum(['link', 'prove']), accountId: z.int() }).nullable(),
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  fresh: z.boolean(),
  startedAt: z.coerce.date(),
  next: z.string(),
})
/** Whom the provider has logged in, before their session here begins. */
const knownSchema = z.object({
  step: z.literal('known'),
  person: personSchema,
  /** null: they are new here and choose a username. Otherwise their second factor is missing. */
  identity: z.object({ id: z.int(), accountId: z.int() }).nullable(),
  fresh: z.boolean(),
  next: z.string(),
})
const stepSchema = z.union([begunSchema, knownSchema])
export type BegunStep = z.output<typeof begunSchema>
export type KnownStep = z.output<typeof knownSchema>

const LIFETIME_MS = OIDC_MINUTES * 60_000
export const STEP_SECONDS = LIFETIME_MS / 1000

const keyOf = ({ config }: Pick<Deps, 'config'>): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', config.secret, '', 'OpenID Connect log-in', 32))

/** Encrypts a step for the browser's cookie, so that nothing is stored for people who go away. */
export const sealStep = (deps: Pick<Deps, 'config' | 'now'>, step: BegunStep | KnownStep): Promise<string> =>
  new EncryptJWT(JSON.parse(JSON.stringify(step)))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(deps.now().getTime() + LIFETIME_MS))
    .encrypt(keyOf(deps))

/** @returns null if there is none, this server has not sealed it, or it is too old */
export async function openStep(
  deps: Pick<Deps, 'config' | 'now'>,
  sealed: string | undefined,
): Promise<BegunStep | KnownStep | null> {
  if (!sealed) return null
  try {
    const { payload } = await jwtDecrypt(sealed, keyOf(deps), {
      currentDate: deps.now(),
      requiredClaims: ['exp'],
      keyManagementAlgorithms: ['dir'],
      contentEncryptionAlgorithms: ['A256GCM'],
    })
    return stepSchema.safeParse(payload).data ?? null
  } catch {
    return null
  }
}
