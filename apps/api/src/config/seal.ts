import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

interface SealKey {
  /** The server's `SECRET`. */
  secret: string
  /** What is encrypted, so that nothing can be read as something else. */
  purpose: string
}

const keyOf = ({ secret, purpose }: SealKey) => createHmac('sha256', secret).update(purpose).digest()

/** Encrypts a text for storage that the database alone must not reveal. */
export function seal(key: SealKey, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(key), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64')
}

/** @returns null if it was encrypted with another secret */
export function unseal(key: SealKey, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64')
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(key), bytes.subarray(0, IV_BYTES))
    decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    return decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}
