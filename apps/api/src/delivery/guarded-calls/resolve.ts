import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

const LIMITS = { timeout: 1500, tries: 2 }

/**
 * Resolves a host name. Queries name servers directly, because `lookup` blocks a thread of libuv's small pool: names that
 * are never answered would hold up everybody's calls. Only names without a dot, which are local, go through `lookup`.
 * @param servers instead of the system's name servers
 * @returns all addresses; none if the name does not exist
 */
export async function resolve(host: string, servers?: string[]): Promise<LookupAddress[]> {
  if (!host.includes('.')) return lookup(host, { all: true })
  const resolver = new Resolver(LIMITS)
  if (servers) resolver.setServers(servers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return [...found(four, 4), ...found(six, 6)]
}

const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
