import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'

const PATIENCE = { timeout: 1500, tries: 2 }

/**
 * All addresses of a host's name; none where nobody says any. Name servers are asked directly: the system's own way of asking
 * waits in one of two threads, and whoever owns names that are never answered for would hold up the calls of everybody.
 * Only names without a dot, which nobody outside can own, are looked up as this machine does (`/etc/hosts`).
 * @param servers instead of the machine's own
 */
export async function resolve(host: string, servers?: string[]): Promise<LookupAddress[]> {
  if (!host.includes('.')) return lookup(host, { all: true })
  const resolver = new Resolver(PATIENCE)
  if (servers) resolver.setServers(servers)
  const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  return [...found(four, 4), ...found(six, 6)]
}

const found = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family })) : []
