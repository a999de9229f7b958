import type { LiveEvent } from '@tegenzet/contract'

/** One who is told: a socket. A stream, which reads the outbox by itself, is here to be counted and ended. */
export interface Listener {
  /** Who counts for how many may be open: an account, or the address of somebody not logged in. */
  readonly owner: string
  /** Its session or token; null: nobody is logged in. */
  readonly credential: string | null
  readonly playerId: number | null
  /** Whether this may be told of what concerns its player: a token hears what its scopes cover. */
  mayHear(event: LiveEvent): boolean
  /** One JSON text. */
  tell(text: string): void
  /** Its session or token has ended. */
  end(): void
}

/** Who in this process is told of what. */
export interface Hub {
  join(listener: Listener): void
  /** Takes it out with everything it watches. */
  leave(listener: Listener): void
  watch(listener: Listener, game: number): void
  unwatch(listener: Listener, game: number): void
  /** Tells the watchers of the event's game and, where they may hear it, the players it concerns, each listener once. */
  deliver(event: LiveEvent, playerIds: readonly number[]): void
  /** Ends the listeners of a session or token. */
  end(credential: string): void
  /** Listeners that are open. */
  readonly size: number
  /** Of one owner. */
  count(owner: string): number
  /** The games one listener watches. */
  watched(listener: Listener): ReadonlySet<number>
  /** The sessions and tokens behind the listeners. */
  credentials(): string[]
}

export function createHub(): Hub {
  const games = new Map<Listener, Set<number>>()
  const byGame = new Map<number, Set<Listener>>()
  const byPlayer = new Map<number, Set<Listener>>()
  const byOwner = new Map<string, Set<Listener>>()
  const byCredential = new Map<string, Set<Listener>>()

  return {
    join(listener) {
      games.set(listener, new Set())
      put(byOwner, listener.owner, listener)
      if (listener.playerId !== null) put(byPlayer, listener.playerId, listener)
      if (listener.credential !== null) put(byCredential, listener.credential, listener)
    },
    leave(listener) {
      for (const game of games.get(listener) ?? []) take(byGame, game, listener)
      games.delete(listener)
      take(byOwner, listener.owner, listener)
      if (listener.playerId !== null) take(byPlayer, listener.playerId, listener)
      if (listener.credential !== null) take(byCredential, listener.credential, listener)
    },
    watch(listener, game) {
      const watched = games.get(listener)
      if (!watched) return // it has left
      watched.add(game)
      put(byGame, game, listener)
    },
    unwatch(listener, game) {
      games.get(listener)?.delete(game)
      take(byGame, game, listener)
    },
    deliver(event, playerIds) {
      const told = new Set(event.type === 'game' ? byGame.get(event.game.id) : undefined)
      for (const player of playerIds)
        for (const listener of byPlayer.get(player) ?? []) if (listener.mayHear(event)) told.add(listener)
      if (told.size === 0) return
      const text = JSON.stringify(event)
      for (const listener of told) listener.tell(text)
    },
    end(credential) {
      for (const listener of [...(byCredential.get(credential) ?? [])]) listener.end()
    },
    get size() {
      return games.size
    },
    count: (owner) => byOwner.get(owner)?.size ?? 0,
    watched: (listener) => games.get(listener) ?? new Set(),
    credentials: () => [...byCredential.keys()],
  }
}

function put<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
  const set = index.get(key)
  if (set) set.add(value)
  else index.set(key, new Set([value]))
}

function take<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
  const set = index.get(key)
  if (set?.delete(value) && set.size === 0) index.delete(key)
}
