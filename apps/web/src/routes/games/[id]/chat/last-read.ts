import type { Side } from '@tegenzet/rules'

/** The number of games to remember. In older ones every message counts as new. */
const MAX_GAMES = 200
const KEY = 'talk-read'

type Read = [seat: string, message: number]

/** The latest first. */
function loadAll(): Read[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((pair): pair is Read => Array.isArray(pair)) : []
  } catch {
    return []
  }
}

/** The id of the last message that the player of this side has seen on this device; 0: none. */
export const lastRead = (game: number, side: Side): number =>
  loadAll().find(([seat]) => seat === `${game} ${side}`)?.[1] ?? 0

export function setLastRead(game: number, side: Side, message: number): void {
  const seat = `${game} ${side}`
  const kept = [[seat, message], ...loadAll().filter(([other]) => other !== seat)].slice(0, MAX_GAMES)
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Without storage the messages count as new again.
  }
}
