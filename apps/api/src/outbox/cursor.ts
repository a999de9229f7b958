/**
 * A position in the outbox: after the event with this id, written by the transaction `tx`. Ids are assigned before the
 * commit, so a reader that went by ids alone would miss events that commit late. Readers therefore go in the order of
 * (tx, id), up to the oldest open transaction. That is also the order of a game's versions.
 */
export interface Cursor {
  tx: string
  id: number
}

/** Before all events. */
export const BEGINNING: Cursor = { tx: '0', id: 0 }

export const isBefore = (a: Cursor, b: Cursor): boolean =>
  a.tx === b.tx ? a.id < b.id : BigInt(a.tx) < BigInt(b.tx)
