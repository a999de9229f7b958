import { SETTINGS } from './environment.ts'

/** Settings that earlier releases had, each with what to do instead. */
const REMOVED_SETTINGS: Record<string, string> = Object.fromEntries(
  [
    ...['BOT_MAX_ACTIVE_GAMES', 'MAX_APPS', 'MAX_BLOCKS', 'MAX_ENTRANTS', 'MAX_FAVOURITES', 'MAX_MESSAGES'],
    ...['MAX_TOKENS', 'NEW_ACCOUNT_LIMIT', 'REPLICA_LAG_SECONDS', 'REPORT_LIMIT', 'WEBHOOK_SECONDS'],
  ].map((name) => [name, 'its default is what every server has.']),
)

/** Names variables that look like a misspelt or removed setting. They have no effect. */
export function settingWarnings(
  variables: Record<string, string | undefined>,
  removed: Record<string, string> = REMOVED_SETTINGS,
): string[] {
  return Object.keys(variables).flatMap((name) => {
    if (SETTINGS.includes(name)) return []
    if (removed[name] !== undefined) return `${name} was removed and is ignored: ${removed[name]}`
    const meant = SETTINGS.find((setting) => !variables[setting] && looksLike(name.toUpperCase(), setting))
    return meant ? `${name} is no setting and is ignored: did you mean ${meant}?` : []
  })
}

/**
 * What is wrong with the proxies that are trusted. The server has no TLS of its own, so an https address has a proxy in
 * front of it.
 */
export function proxyWarning({
  publicUrl,
  trustProxy,
  host,
}: {
  publicUrl: string
  trustProxy: boolean | string[]
  host: string
}): string | null {
  const proxied = publicUrl.startsWith('https:')
  if (proxied && trustProxy === false)
    return 'PUBLIC_URL is https, so a proxy is in front: set TRUST_PROXY=true. All clients currently share one rate limit.'
  if (trustProxy === true && !proxied && host !== '127.0.0.1')
    return 'TRUST_PROXY=true without https: anybody can forge their address. Leave it out if no proxy is in front.'
  return null
}

/** Short names have too many ordinary neighbours, such as HOST and HOSTS: only two letters may have changed places. */
function looksLike(variable: string, setting: string): boolean {
  const name = variable.replace(/^TEGENZET_/, '')
  if (name === setting || hasSwapped(name, setting)) return true
  if (setting.length < 6) return false
  return distance(name, setting) <= (setting.length < 10 ? 1 : 2)
}

/** Whether two neighbouring letters have changed places. */
function hasSwapped(name: string, setting: string): boolean {
  const at = [...name].findIndex((letter, n) => letter !== setting[n])
  const swapped = name.slice(0, at) + name.charAt(at + 1) + name.charAt(at) + name.slice(at + 2)
  return at >= 0 && swapped === setting
}

/** How many letters are to be added, left out or replaced. */
function distance(from: string, to: string): number {
  const letters = [...to]
  // of the letters read so far and each beginning of `to`
  let distances = letters.map((_, column) => column + 1)
  for (const [row, letter] of [...from].entries()) {
    let diagonal = row
    let left = row + 1
    distances = distances.map((above, column) => {
      left = Math.min(left + 1, above + 1, diagonal + (letter === letters[column] ? 0 : 1))
      diagonal = above
      return left
    })
  }
  return distances.at(-1) ?? from.length
}
