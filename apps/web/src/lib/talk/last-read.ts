import type { Side } from '@tegenzet/rules'

/** Conversations that are remembered; in older ones everything counts as new. */
const REMEMBERED = 200
const KEY = 'talk-read'

type Read = [seat: string, message: number]

/** The latest first. */
function read(): Read[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((pair): pair is Read => Array.isArray(pair)) : []
  } catch {
    return [] // Not remembered, then.
  }
}

/** The last message of a game that was seen from this side of it on this device; 0: none. */
export const lastRead = (game: number, side: Side): number =>
  read().find(([seat]) => seat === `${game} ${side}`)?.[1] ?? 0

export function setLastRead(game: number, side: Side, message: number): void {
  const seat = `${game} ${side}`
  const kept = [[seat, message], ...read().filter(([other]) => other !== seat)].slice(0, REMEMBERED)
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // Not remembered, then.
  }
}
