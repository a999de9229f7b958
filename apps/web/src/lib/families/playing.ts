import type { DecodedPosition, Side, Stones } from '@tegenzet/rules'

/** A stone that is picked, and the points it has gone to since. */
export interface PickedStone {
  from: string
  path: readonly string[]
}

/** What is said of moves that capture a stone. */
export interface Capturing {
  /** Of a move whose stone to capture is still to be picked, after its notation. */
  open: () => string
  /** Why an opponent's stone cannot be captured. */
  safe: () => string
  /** Why no other point can be picked now. */
  first: () => string
}

/** What a board asks for, says and marks while a game of the family is played. */
export interface Playing {
  /** Asks for the first move on the home page. */
  start: () => string
  /** Asks for a move, before anything is picked. */
  move: (view: DecodedPosition) => string
  /** Null in families without captures. */
  capturing: Capturing | null
  /** Why none of the own stones on the board, or not this one, can be picked. */
  ownRefusal: (view: DecodedPosition) => string
  /** Why the picked stone cannot go to an empty point. */
  targetRefusal: (view: DecodedPosition, picked: PickedStone, point: string) => string
  /** Rows of stones to mark, such as closed mills. */
  rows: (stones: Stones) => (readonly string[])[]
  /** How far a side has come, in full and for a small screen; null in families without a goal on the board. */
  progress: (view: DecodedPosition, side: Side) => { text: string; short: string } | null
  /** Said of a puzzle that is lost. */
  puzzleFailed: () => string
}
