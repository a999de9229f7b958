import type { Evaluation } from './evaluation.ts'

/** A review as this device keeps it. */
export interface KeptReview {
  /** The engine that made it. */
  engine: number
  /** By position. */
  evaluations: (Evaluation | null)[]
  /** The positions that were evaluated at length. */
  thorough: number[]
}

const PREFIX = 'review '
const keyOf = (game: number) => `${PREFIX}${game}`
/** Older games make room for newer ones. */
const MAX_KEPT = 40

export function readReview(game: number, engine: number): KeptReview | null {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(game)) ?? 'null') as KeptReview | null
    return kept?.engine === engine && Array.isArray(kept.evaluations) ? kept : null
  } catch {
    // Storage is blocked, or holds something else.
    return null
  }
}

export function keepReview(game: number, review: KeptReview): void {
  try {
    const games = Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => Number(key.slice(PREFIX.length)))
      .sort((a, b) => a - b)
    const others = games.filter((other) => other !== game)
    for (const old of others.slice(0, Math.max(0, others.length + 1 - MAX_KEPT)))
      localStorage.removeItem(keyOf(old))
    localStorage.setItem(keyOf(game), JSON.stringify(review))
  } catch {
    // Without storage the game is reviewed again next time.
  }
}

/** The games that have a review on this device, the latest first. */
export function reviewedGames(): number[] {
  try {
    return Object.keys(localStorage)
      .filter((key) => key.startsWith(PREFIX))
      .map((key) => Number(key.slice(PREFIX.length)))
      .sort((a, b) => b - a)
  } catch {
    // Storage is blocked.
    return []
  }
}
