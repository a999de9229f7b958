import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

interface ReceivedPush {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A local push service. */
export interface PushService {
  url: string
  received: ReceivedPush[]
  /** The status it answers with; default: 201. null: it never answers. */
  status: number | null
  /** Happens before it answers. */
  whileSending?: (() => Promise<void>) | undefined
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    service.received.push({ path: request.url!, headers: request.headers, body: Buffer.concat(chunks) })
    await service.whileSending?.()
    if (service.status !== null) response.writeHead(service.status).end()
  })
  const service: PushService = {
    url: '',
    received: [],
    status: 201,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

/** A browser's side of a subscription, which decrypts with Node's own cryptography (RFC 8188 and 8291). */
export function createSubscription(endpoint: string) {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    json: {
      endpoint,
      expirationTime: null,
      keys: { p256dh: publicKey.toString('base64url'), auth: auth.toString('base64url') },
    },
    decrypt(body: Buffer) {
      const salt = body.subarray(0, 16)
      const senderKey = body.subarray(21, 21 + body[20]!)
      const sealed = body.subarray(21 + body[20]!)
      const info = (name: string) => Buffer.from(`Content-Encoding: ${name}\0`)
      const derive = (key: Buffer, salt: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', key, salt, info, length))
      const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, senderKey])
      const input = derive(ecdh.computeSecret(senderKey), auth, keyInfo, 32)
      const key = derive(input, salt, info('aes128gcm'), 16)
      const decipher = createDecipheriv('aes-128-gcm', key, derive(input, salt, info('nonce'), 12))
      decipher.setAuthTag(sealed.subarray(-16))
      const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]).toString()
      return JSON.parse(text.slice(0, text.lastIndexOf('\u0002')))
    },
  }
}

/** The claims of a request's VAPID token. @throws unless the key has signed it (RFC 8292) */
export function vapidClaims({ headers }: ReceivedPush, publicKey: string) {
  const [, token, key] = headers.authorization!.match(/^vapid t=([^,]+), k=(.+)$/)!
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const signed = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    {
      key: createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x!, y: y! }, format: 'jwk' }),
      dsaEncoding: 'ieee-p1363',
    },
    Buffer.from(signature, 'base64url'),
  )
  if (!signed || key !== publicKey) throw new Error('not signed with the key')
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}
