import { isIP } from 'node:net'
import type { Config } from '../../config/config.ts'
import { refuse } from '../../refusal.ts'

/** The site that passkeys belong to. */
export interface RelyingParty {
  /** The domain name. */
  id: string
  origin: string
}

/**
 * The server's public site. A local server can also be opened as localhost, because browsers have no passkeys for IP
 * addresses.
 * @param origin the header of the request
 * @returns null if the address is no domain name
 */
export function relyingParty({ publicUrl }: Pick<Config, 'publicUrl'>, origin = ''): RelyingParty | null {
  const site = new URL(publicUrl)
  const isLocal = site.hostname === 'localhost' || /^127\.|^\[::1\]$/.test(site.hostname)
  const from = URL.canParse(origin) ? new URL(origin) : site
  const { hostname, origin: own } = isLocal && from.hostname === 'localhost' ? from : site
  return isIP(hostname.replace(/^\[|\]$/g, '')) ? null : { id: hostname, origin: own }
}

export const NO_DOMAIN = refuse(
  'conflict',
  'Passkeys belong to a domain name, and this server is used at an IP address.',
)
