import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { addressList } from '../../http/address-list.ts'

/** Which addresses may be called. */
export interface Reach {
  /** Whether an address is one that everybody can reach, or one that the host allows besides. */
  mayCall(address: string): boolean
  /** Whether the host allows an address by name: then without TLS too. */
  isAllowed(address: string): boolean
  /** Whether the host allows any. */
  readonly any: boolean
}

/** @param allowed networks besides the public ones, as the configuration has checked them */
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
 * Whether an address is of the internet at large: not of this machine, this network, a tunnel into one, or nobody.
 * @param address as a resolver gives it; an IPv4 address in IPv6 clothes counts as what it is
 */
export function isPublic(address: string): boolean {
  if (isIP(address) === 0) return false
  const plain = ipaddr.process(address)
  if (plain.range() !== 'unicast') return false
  // of IPv6 only this has been given out; all else that the library knows nothing of is no place to call
  return plain.kind() === 'ipv4' || plain.match(ipaddr.parse('2000::') as ipaddr.IPv6, 3)
}

/** The host of a URL as a resolver takes it: an IPv6 address without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** The first port that programs of everybody may listen on. */
const FIRST_FREE_PORT = 1024

/**
 * Why a URL cannot be a webhook's, as far as it says itself: its host's name is looked up at every call.
 * @returns null where it can
 */
export function urlRefusal(url: URL, reach: Reach): string | null {
  const host = hostOf(url)
  const plain = url.protocol === 'http:'
  if (url.protocol !== 'https:' && !(plain && reach.any)) return 'A webhook is called by https.'
  if (url.username || url.password)
    return 'The URL names a user or a password: leave them out, calls are signed.'
  if (url.hash) return 'The part of a URL after # is not sent: leave it out.'
  if (!plain && url.port && Number(url.port) < FIRST_FREE_PORT)
    return `A webhook is called on port 443, or one from ${FIRST_FREE_PORT} up.`
  if (isIP(host) ? !reach.mayCall(host) : isLocalName(host) && !reach.any)
    return 'The host of the URL is not one that everybody can reach.'
  if (plain && isIP(host) && !reach.isAllowed(host)) return 'A webhook is called by https.'
  return null
}

/** Names that mean this machine, wherever they are said. */
const isLocalName = (host: string): boolean => /(^|\.)localhost\.?$/.test(host)
