import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { Config } from '../../config.ts'

/** Whether the server is this machine's own affair: then the names in `ADMINS` need no code. */
export function isLoopback(publicUrl: string): boolean {
  const { hostname } = new URL(publicUrl)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    (isIPv4(hostname) && hostname.startsWith('127.'))
  )
}

export const needsAdminCode = (config: Config, username: string): boolean =>
  config.admins.includes(username.toLowerCase()) && !isLoopback(config.publicUrl)

/**
 * The code with which the name of an admin is registered. It follows from the secret, so that every process and every
 * start knows the same one and none is stored; it serves once, since a name is registered once and never again.
 */
export const adminCode = (config: Config, username: string): string =>
  createHmac('sha256', config.secret)
    .update(`admin-code:${username.toLowerCase()}`)
    .digest('base64url')
    .slice(0, 20)

export function adminCodeFits(config: Config, username: string, given = ''): boolean {
  const expected = Buffer.from(adminCode(config, username))
  const actual = Buffer.from(given)
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
