import type { Game } from '@tegenzet/contract'
import type { Move } from '@tegenzet/rules'

interface KnownGame {
  game: Game
  moves: readonly Move[]
}

let known: KnownGame | null = null

/** Keeps a game for its own page, which then shows it at once instead of loading it. */
export function rememberGame(game: KnownGame): void {
  known = game
}

/** @returns the remembered game if it is this one. It is forgotten. */
export function takeKnownGame(id: number): KnownGame | null {
  const found = known?.game.id === id ? known : null
  known = null
  return found
}
