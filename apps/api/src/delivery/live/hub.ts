import type { LiveEvent } from '@tegenzet/contract'

/** A socket, or a stream. Streams are listeners only to be counted and ended: they read the outbox themselves. */
export interface Listener {
  /** Counts towards the open connections of this account, or of this address if the client is not logged in. */
  readonly owner: string
  /** Its session or token; null: not logged in. */
  readonly credential: string | null
  readonly playerId: number | null
  /** Whether it receives an event of its player, by the scopes of its token. */
  mayReceive(event: LiveEvent, playerIds: readonly number[]): boolean
  /** @param text JSON */
  send(text: string): void
  /** Its session or token has ended. */
  end(): void
}

/** The listeners of this process, and what each of them watches. */
export interface Hub {
  join(listener: Listener): void
  /** Removes it with everything it watches. */
  leave(listener: Listener): void
  watch(listener: Listener, game: number): void
  unwatch(listener: Listener, game: number): void
  /** Sends an event to the watchers of its game and to the players it concerns, to each listener once. */
  deliver(event: LiveEvent, playerIds: readonly number[]): void
  /** Ends the listeners of a session or token. */
  end(credential: string): void
  /** How many are open. */
  readonly size: number
  /** How many one owner has open. */
  count(owner: string): number
  /** The games one listener watches. */
  watched(listener: Listener): ReadonlySet<number>
  /** The sessions and tokens of the listeners. */
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
      addTo(byOwner, listener.owner, listener)
      if (listener.playerId !== null) addTo(byPlayer, listener.playerId, listener)
      if (listener.credential !== null) addTo(byCredential, listener.credential, listener)
    },
    leave(listener) {
      for (const game of games.get(listener) ?? []) removeFrom(byGame, game, listener)
      games.delete(listener)
      removeFrom(byOwner, listener.owner, listener)
      if (listener.playerId !== null) removeFrom(byPlayer, listener.playerId, listener)
      if (listener.credential !== null) removeFrom(byCredential, listener.credential, listener)
    },
    watch(listener, game) {
      const watched = games.get(listener)
      if (!watched) return // it has left in the meantime
      watched.add(game)
      addTo(byGame, game, listener)
    },
    unwatch(listener, game) {
      games.get(listener)?.delete(game)
      removeFrom(byGame, game, listener)
    },
    deliver(event, playerIds) {
      const receivers = new Set(event.type === 'game' ? byGame.get(event.game.id) : undefined)
      for (const player of playerIds)
        for (const listener of byPlayer.get(player) ?? [])
          if (listener.mayReceive(event, playerIds)) receivers.add(listener)
      if (receivers.size === 0) return
      const text = JSON.stringify(event)
      for (const listener of receivers) listener.send(text)
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

function addTo<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
  const set = index.get(key)
  if (set) set.add(value)
  else index.set(key, new Set([value]))
}

function removeFrom<K, V>(index: Map<K, Set<V>>, key: K, value: V): void {
  const set = index.get(key)
  if (set?.delete(value) && set.size === 0) index.delete(key)
}
