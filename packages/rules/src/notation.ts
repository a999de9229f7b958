declare const kind: unique symbol
type Notation<Kind extends string> = string & { readonly [kind]: Kind }

/**
 * A move in notation (docs/rules.md, notation), such as `d6`, `d6-d5xa1` or `i2-a8`. It is well-formed, which does not
 * make it legal. `parseMove` checks text from outside; `trustedMove` takes text that was checked before.
 */
export type Move = Notation<'move'>

/**
 * A position text (docs/rules.md, notation). `parsePosition` checks text from outside; `trustedPosition` takes text that
 * was checked before.
 */
export type Position = Notation<'position'>

/** The leading fields of a position text that the same position has in common: stones, side to move, hands. */
export type PositionKey = Notation<'position key'>

/** For a move that was checked before: from the database, or from a server that checked it. Costs nothing. */
export const trustedMove = (text: string): Move => text as Move

/** For a position that was checked before: from the database, or from a server that checked it. Costs nothing. */
export const trustedPosition = (text: string): Position => text as Position
