import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { addressList } from '../../config/address-list.ts'

/** The IP addresses that webhooks may call. */
export interface Reach {
  /** Whether an address is public, or allowed by the configuration. */
  mayCall(address: string): boolean
  /** Whether the configuration allows an address. It may then be called without TLS too. */
  isAllowed(address: string): boolean
  /** Whether the configuration allows any addresses. */
  readonly any: boolean
}

/** @param allowed networks besides the public ones, already validated by the configuration */
export function reachOf(allowed: readonly string[]): Reach {
  const list = addressList(allowed)
  const isAllowed = (address: string) => {
    const plain = ipaddr.process(address)
    return list.check(plain.toString(), plain.kind())
  }
  return {
    isAllowed,
    mayCall: (address) => isPublic(address) || isAllowed(address),
    any: allowed.length > 0,
  }
}

/**
 * Whether an IP address is public: not loopback, private, a tunnel, or reserved. An IPv4-mapped IPv6 address is judged
 * as the IPv4 address.
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast') return false
  // the only range of IPv6 that has been allocated: others may be special without the library knowing
  return plain.kind() === 'ipv4' || plain.match(ipaddr.parse('2000::') as ipaddr.IPv6, 3)
}

/** The host of a URL, with an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** Ports below belong to system services. */
const FIRST_USER_PORT = 1024

/**
 * Checks a webhook's URL without resolving its host, which happens at every call.
 * @returns why it is refused; null if it is allowed
 */
export function urlRefusal(url: URL, reach: Reach): string | null {
  const host = hostOf(url)
  const plain = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !(plain && reach.any)) return 'A webhook URL must use https.'
  if (url.username || url.password)
    return 'The URL names a user or a password: leave them out, calls are signed.'
  if (url.hash) return 'The part of a URL after # is not sent: leave it out.'
  if (!plain && url.port && Number(url.port) < FIRST_USER_PORT)
    return `Use port 443, or a port from ${FIRST_USER_PORT}.`
  if (isIP(host) ? !reach.mayCall(host) : isLocalName(host) && !reach.any)
    return 'The host must be reachable from the internet.'
  if (plain && isIP(host) && !reach.isAllowed(host)) return 'A webhook URL must use https.'
  return null
}

/** Names that always mean this machine. */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host)
