import type { Side } from '@tegenzet/rules'
import type { Evaluation } from './evaluation.ts'

/** A review as this device keeps it. */
export interface KeptReview {
  /** The engine that made it. */
  engine: number
  /** By position. */
  evaluations: (Evaluation | null)[]
  /** The positions that were evaluated at length. */
  thorough: number[]
  /** How many each side has made. */
  mistakes: Record<Side, number>
}

const PREFIX = 'review '
const keyOf = (game: number) => `${PREFIX}${game}`
/** Older games make room for newer ones. */
const MAX_KEPT = 40

export function readReview(game: number, engine: number): KeptReview | null {
  const kept = readKept(game)
  return kept?.engine === engine && Array.isArray(kept.evaluations) ? kept : null
}

function readKept(game: number): KeptReview | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(game)) ?? 'null')
  } catch {
    // Storage is blocked, or holds something else.
    return null
  }
}

export function keepReview(game: number, review: KeptReview): void {
  try {
    const others = keptGames().filter((other) => other !== game)
    for (const old of others.slice(0, Math.max(0, others.length + 1 - MAX_KEPT)))
      localStorage.removeItem(keyOf(old))
    localStorage.setItem(keyOf(game), JSON.stringify(review))
  } catch {
    // Without storage the game is reviewed again next time.
  }
}

/** The games that have a review on this device in which mistakes were found, the latest first. */
export function gamesWithMistakes(): { game: number; mistakes: Record<Side, number> }[] {
  try {
    return keptGames()
      .reverse()
      .flatMap((game) => {
        const mistakes = readKept(game)?.mistakes
        return mistakes && mistakes.white + mistakes.black > 0 ? [{ game, mistakes }] : []
      })
  } catch {
    // Storage is blocked.
    return []
  }
}

/** The games that have a review, the latest last. */
const keptGames = (): number[] =>
  Object.keys(localStorage)
    .filter((key) => key.startsWith(PREFIX))
    .map((key) => Number(key.slice(PREFIX.length)))
    .sort((a, b) => a - b)
