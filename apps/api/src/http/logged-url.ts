import type { FastifyRequest } from 'fastify'
import { pathOf } from './path-of.ts'

/** Longer URLs are cut. */
const MAX_LENGTH = 200
/** A segment that may be shown: a word or a number. Usernames, tokens and codes do not look like this. */
const PLAIN = /^(?:[a-z-]{1,30}|v\d|\d{1,10})$/

/**
 * The URL of a request for the log: its route with the numbers in it. A URL may contain a secret, also where it is
 * misspelt, so its query and everything else that is neither a word nor a number is left out.
 */
export function loggedUrl({ url, params, routeOptions }: FastifyRequest): string {
  const route = routeOptions.url
  const shown =
    route === undefined ? plainSegments(pathOf(url)) : withNumbers(route, params as Record<string, unknown>)
  return shown.length > MAX_LENGTH ? `${shown.slice(0, MAX_LENGTH)}…` : shown
}

const plainSegments = (path: string): string =>
  path
    .slice(0, 2 * MAX_LENGTH)
    .split('/')
    .map((segment) => (segment === '' || PLAIN.test(segment) ? segment : '…'))
    .join('/')

/** Fills the numbers among the parameters into the route. */
const withNumbers = (route: string, params: Record<string, unknown>): string =>
  route.replace(/:(\w+)/g, (parameter, name: string) => {
    const value = String(params[name])
    return /^\d{1,10}$/.test(value) ? value : parameter
  })
