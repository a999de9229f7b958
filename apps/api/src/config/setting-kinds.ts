import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'

export const flag = z
  .enum(['true', 'false', '1', '0'], 'expected true or false')
  .transform((value) => value === 'true' || value === '1')
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
export function whole(min: number, max: number) {
  const expected = `expected a whole number from ${min} to ${max}`
  return z
    .string()
    .regex(/^\d+$/, { error: expected, abort: true })
    .transform(Number)
    .refine((value) => value >= min && value <= max, expected)
}
export const text = (max: number) =>
  z.string().trim().min(1, `expected 1 to ${max} characters`).max(max, `expected 1 to ${max} characters`)
export function oneOf<const T extends string>(...values: T[]) {
  return z.enum(values, `expected ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`)
}
export const folder = z.string().transform((path) => resolve(path))
/** Some of the names, comma-separated, each once. */
export const someOf = <const T extends string>(names: readonly T[]) =>
  list
    .refine(
      (given) => given.every((name) => (names as readonly string[]).includes(name)),
      `expected some of ${names.join(', ')}, comma-separated`,
    )
    .transform((given) => [...new Set(given)] as T[])

/** `10.0.0.7` or `10.0.0.0/8`. */
export const isAddressRange = (text: string): boolean => {
  const [address = '', bits = '0', ...more] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  return isIP(address) > 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

export const addressRanges = list.refine(
  (ranges) => ranges.every(isAddressRange),
  'expected addresses, or networks such as 10.0.0.0/8',
)

/** Whether a URL has nothing after host and port. */
export const isOrigin = (url: string): boolean => new URL(url).href === `${new URL(url).origin}/`

/** Whether discovery can add its path to the URL. */
export const isIssuer = (url: string): boolean => {
  const { search, hash, username, password } = new URL(url)
  return !search && !hash && !username && !password
}

/** Which proxies to trust for the client's address: none, the one in front, or a list. */
export const trustProxy = z.union([
  flag,
  list.refine(
    (proxies) => proxies.every((each) => PROXY_NAMES.has(each) || isAddressRange(each)),
    'expected true for one proxy in front, false, or addresses and networks such as 127.0.0.1, 10.0.0.0/8 or loopback',
  ),
])
/** Named networks that proxies are commonly in. */
const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

export const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/./, { error: 'expected postgres://…', abort: true })
  .refine(
    isReadable,
    'expected an address that can be read: percent-encode the reserved characters of the password (@ is %40, / is %2F, # is %23, ? is %3F, % is %25)',
  )

/** Whether the password ends where it should: a reserved character in it would start the path, query or fragment. */
function isReadable(url: string): boolean {
  const authority = url.replace(/^\w+:\/\//, '').replace(/[/?#].*/s, '')
  const password = /^[^:]*:(.*)@/.exec(authority)?.[1] ?? ''
  const rest = url.slice(url.indexOf(authority) + authority.length).replace(/\?.*/s, '')
  return !/@|%(?![0-9a-f]{2})/i.test(password) && !/[@#]/.test(rest)
}
