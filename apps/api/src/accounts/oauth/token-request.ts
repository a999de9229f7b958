import type { Deps } from '../../deps.ts'

type Fields = Record<string, string | undefined>

/** The app's id and secret, from the header or the body. null: both have a secret. */
export function clientOf(
  body: Fields,
  authorization = '',
): { client_id?: string; client_secret?: string } | null {
  const [, basic] = /^Basic +(.*)$/i.exec(authorization) ?? []
  if (basic === undefined) return { client_id: body.client_id, client_secret: body.client_secret }
  if (body.client_secret) return null
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':', 2)
  return { client_id: decoded(id), client_secret: decoded(secret) }
}

/** A form as better-auth would receive it over HTTP, since it reads the request too. Leaves out empty fields. */
export function asPosted<T extends Fields>({ config }: Deps, form: T) {
  const fields = Object.entries(form).filter((field): field is [string, string] => Boolean(field[1]))
  const headers = new Headers({ 'content-type': 'application/x-www-form-urlencoded' })
  const request = new Request(config.publicUrl, {
    method: 'POST',
    headers,
    body: new URLSearchParams(fields),
  })
  return { body: Object.fromEntries(fields) as T, headers, request }
}

/** RFC 6749 requires percent-encoding inside of Basic. Whatever is malformed matches no app. */
function decoded(text: string): string {
  let plain = text
  try {
    plain = decodeURIComponent(text.replaceAll('+', ' '))
  } catch {}
  return plain.replaceAll('\0', '\ufffd')
}
