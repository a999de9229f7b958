import type { Game } from '@tegenzet/contract'

interface Watcher {
  onGame: (game: Game) => void
  /** Version of the last game it got; -1 before the first. */
  version: number
}

/** The watchers of games. Each gets only games with a higher version than its last one. */
export class GameWatchers {
  readonly #watchers = new Map<number, Set<Watcher>>()

  /** The games that have watchers. */
  ids(): Iterable<number> {
    return this.#watchers.keys()
  }

  /** @returns a function that removes the watcher; it returns whether that was the game's last one */
  add(id: number, onGame: (game: Game) => void): () => boolean {
    const watcher: Watcher = { onGame, version: -1 }
    const ofGame = this.#watchers.get(id) ?? new Set()
    this.#watchers.set(id, ofGame.add(watcher))
    return () => {
      const last = ofGame.delete(watcher) && ofGame.size === 0
      if (last) this.#watchers.delete(id)
      return last
    }
  }

  update(game: Game): void {
    for (const watcher of [...(this.#watchers.get(game.id) ?? [])])
      if (game.version > watcher.version) {
        watcher.version = game.version
        watcher.onGame(game)
      }
  }
}
