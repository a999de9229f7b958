import { z } from 'zod'
import { instant, text } from '../common.ts'

export const MAX_PASSKEYS = 20

/** Base64url, of limited length. */
const encoded = (max: number) => text(1, max).regex(/^[\w-]+$/, 'expected base64url')

const credential = {
  id: encoded(1400),
  rawId: encoded(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.looseObject({}),
}

/** What the browser's `PublicKeyCredential.toJSON()` returns after `navigator.credentials.get()`. */
export const passkeyAnswerSchema = z
  .looseObject({
    ...credential,
    response: z.looseObject({
      clientDataJSON: encoded(10_000),
      authenticatorData: encoded(10_000),
      signature: encoded(10_000),
      userHandle: z.string().max(200).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAnswer' })
  .describe(
    'The answer of a passkey to the options of `challengePasskey`, as `PublicKeyCredential.toJSON()` returns it',
  )
export type PasskeyAnswer = z.output<typeof passkeyAnswerSchema>

export const passkeySchema = z
  .object({
    id: z.int(),
    name: z.string(),
    createdAt: instant,
    lastUsedAt: instant.nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.output<typeof passkeySchema>

/** The options of WebAuthn in their JSON form. Pass them to the browser as they are. */
export const passkeyOptionsSchema = z
  .looseObject({ challenge: z.string() })
  .describe('For the browser’s `PublicKeyCredential.parse…OptionsFromJSON()`')

export const addPasskeyBody = z.strictObject({
  name: text(1, 60).describe('A label for your own use, such as the device'),
  passkey: z
    .looseObject({
      ...credential,
      response: z.looseObject({
        clientDataJSON: encoded(10_000),
        attestationObject: encoded(40_000),
        transports: z.array(z.string().max(40)).max(10).optional(),
      }),
    })
    .describe(
      'The new passkey, made with the options of `startPasskey`, as `PublicKeyCredential.toJSON()` returns it',
    ),
})
export type NewPasskey = z.output<typeof addPasskeyBody>

export const passkeyAddedSchema = z.object({
  passkey: passkeySchema,
  recoveryCodes: z
    .array(z.string())
    .nullable()
    .describe('With your first second factor: see `confirmTotp`. Otherwise null'),
})
