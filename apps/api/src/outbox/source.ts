import type { LiveEvent } from '@tegenzet/contract'

/**
 * A place in the outbox: after the event with this number and its transaction. Numbers are given before the commit, so
 * that the order of numbers alone would let a reader pass by an event that is committed late. In the order of
 * (transaction, number), read only up to the first transaction still under way, nothing comes afterwards; and a game's
 * events stand by version.
 */
export interface Place {
  tx: string
  id: number
}

/** Whether a place comes before another. */
export const isBefore = (a: Place, b: Place): boolean =>
  a.tx === b.tx ? a.id < b.id : BigInt(a.tx) < BigInt(b.tx)

export interface OutboxEvent {
  place: Place
  /** null: a newer process beside this one writes of what this one does not know. */
  event: LiveEvent | null
  playerIds: number[]
  /** The player who did it; null: the server. */
  actorId: number | null
  createdAt: Date
}

/** What is told, and to whom besides the watchers of its game. */
export interface Announcement {
  event: LiveEvent
  playerIds: number[]
}

/** What the live channel reads, wherever it is kept. */
export interface LiveSource {
  /** Events of the outbox, in the order of their ids. */
  readEvents(ids: readonly number[]): Promise<Announcement[]>
  /** Events that happened since then, from an id on, at most `limit`, in the order of their ids. */
  readEventsSince(since: Date, afterId: number, limit: number): Promise<Announcement[]>
  /** Events after a place that no other event will come before, in order, at most `limit`; of one player where named. */
  readSettled(from: Place, limit: number, playerId?: number): Promise<OutboxEvent[]>
  /** The place after all that is settled now. */
  settledPlace(): Promise<Place>
  /** The place of an event; null where it happened before then, or is unknown. */
  placeOf(id: number, notBefore: Date): Promise<Place | null>
  /** The place before what happened since then; null where nothing has. */
  placeAt(since: Date): Promise<Place | null>
  /** The last event at a place of each game that a player has running. */
  readRunningGames(playerId: number, at: Place): Promise<OutboxEvent[]>
  /** Those of the credentials that have been revoked or have expired. */
  endedCredentials(credentials: readonly string[]): Promise<string[]>
}
