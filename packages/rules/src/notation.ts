declare const kind: unique symbol
type Notation<Kind extends string> = string & { readonly [kind]: Kind }

/**
 * A move in notation (docs/rules.md, notation), such as `d6`, `d6-d5xa1` or `i2-a8`. It is well-formed, which does not
 * make it legal. `parseMove` checks text from outside; `trustedMove` takes text that was checked before.
 */
export type Move = Notation<'move'>

/**
 * A position text (docs/rules.md, notation). `parsePosition` checks text from outside; `trustedPosition` takes text
 * that was checked before.
 */
export type Position = Notation<'position'>

/** The leading fields of a position text that equal positions share: stones, side to move, hands. */
export type PositionKey = Notation<'position key'>

/** Marks text as a move without checking it. For moves that were checked: from the database or a server. */
export const trustedMove = (text: string): Move => text as Move

/** Marks text as a position without checking it. For positions that were checked: from the database or a server. */
export const trustedPosition = (text: string): Position => text as Position
