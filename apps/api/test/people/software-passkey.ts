import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const encode = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url')

export interface SoftwarePasskey {
  /** What a browser sends after `navigator.credentials.create()`. */
  create(options: { challenge: string }): Record<string, unknown>
  /** What a browser sends after `navigator.credentials.get()`. */
  get(options: { challenge: string }): Record<string, unknown>
}

/** A passkey (ES256) as a phone has it, and the browser in front of it. @param verified whether it asks for a PIN */
export function softwarePasskey(origin: string, { verified = true } = {}): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const hashOf = (data: string | Buffer) => createHash('sha256').update(data).digest()

  /** @param credential the new credential's data, when it is made */
  function authenticatorData(credential = Buffer.alloc(0)): Buffer {
    const flags = 0x01 | (verified ? 0x04 : 0) | (credential.length > 0 ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(++counter)
    return Buffer.concat([hashOf(new URL(origin).hostname), Buffer.from([flags]), count, credential])
  }

  const answer = (response: Record<string, string>) => ({
    id: encode(id),
    rawId: encode(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    create({ challenge }) {
      const key = isoCBOR.encode(
        new Map<number, number | Uint8Array>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x!, 'base64url')],
          [-3, Buffer.from(y!, 'base64url')],
        ]),
      )
      const length = Buffer.from([0, id.length])
      const authData = authenticatorData(Buffer.concat([Buffer.alloc(16), length, id, key]))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return answer({
        clientDataJSON: encode(clientData('webauthn.create', challenge)),
        attestationObject: encode(isoCBOR.encode(attestation as never)),
      })
    },
    get({ challenge }) {
      const client = clientData('webauthn.get', challenge)
      const authData = authenticatorData()
      const signature = sign('sha256', Buffer.concat([authData, hashOf(client)]), privateKey)
      return answer({
        clientDataJSON: encode(client),
        authenticatorData: encode(authData),
        signature: encode(signature),
      })
    },
  }
}
