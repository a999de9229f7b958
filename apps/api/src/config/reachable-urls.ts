import { hostname, type NetworkInterfaceInfo, networkInterfaces } from 'node:os'

/** Addresses that mean all interfaces, with the one for this machine. */
const LOOPBACK_OF: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

/**
 * The URLs of a server that listens on `host`. On all interfaces, the first is for this machine and the second works from
 * others too.
 */
export function reachableUrls(
  host: string,
  port: number,
  interfaces: ReturnType<typeof networkInterfaces> = networkInterfaces(),
): [string, ...string[]] {
  const loopback = LOOPBACK_OF[host]
  if (!loopback) return [urlOf(host, port)]
  const outer = Object.values(interfaces)
    .flatMap((addresses) => addresses ?? [])
    .filter((address) => isReachable(address, host === '::'))
    // IPv4 first, which every network has
    .sort((a, b) => a.family.localeCompare(b.family))
    .map(({ address }) => address)
  // without an address, the machine may get one later
  const others = outer.length > 0 ? outer : [hostname()]
  return [urlOf(loopback, port), ...others.map((each) => urlOf(each, port))]
}

/** A link-local IPv6 address, which has a scope, does not work in browsers. */
function isReachable(address: NetworkInterfaceInfo, allowsIPv6: boolean): boolean {
  if (address.internal) return false
  return address.family === 'IPv4' || (allowsIPv6 && address.scopeid === 0)
}

const urlOf = (host: string, port: number) => `http://${host.includes(':') ? `[${host}]` : host}:${port}`
