import { SETTINGS } from './environment.ts'

/** Settings that earlier releases had, each with what to do instead. */
export const REMOVED_SETTINGS: Record<string, string> = Object.fromEntries(
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

/** Short names have too many ordinary neighbours, such as HOST and HOSTS. */
function looksLike(name: string, setting: string): boolean {
  if (setting.length < 6) return false
  return distance(name, setting) <= (setting.length < 10 ? 1 : 2)
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
