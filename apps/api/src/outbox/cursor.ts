/**
 * A position in the outbox: right after the event with this id, which the transaction `tx` wrote. Ids are drawn before
 * the commit, so a reader that went by ids alone would miss an event that is committed late. In the order of (tx, id),
 * read up to the first open transaction, no event is added before a cursor, and a game's events are in version order.
 */
export interface Cursor {
  tx: string
  id: number
}

/** Before all events. */
export const BEGINNING: Cursor = { tx: '0', id: 0 }

export const isBefore = (a: Cursor, b: Cursor): boolean =>
  a.tx === b.tx ? a.id < b.id : BigInt(a.tx) < BigInt(b.tx)
