import { createHmac, timingSafeEqual } from 'node:crypto'
import { isIPv4 } from 'node:net'
import type { Config } from '../../config/config.ts'

/** Whether only this machine can reach the server. Then the names in `ADMINS` need no code. */
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
 * The code that registering an admin's name needs. It is derived from the secret, so that every process computes the same
 * one and none is stored. It works once, because a name can be registered only once.
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
