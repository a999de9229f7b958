import type { DecodedPosition } from '@tegenzet/rules'

/** Why a point cannot be picked. */
export const PICK_REFUSALS = [
  'in-mill',
  'take-theirs',
  'occupied',
  'hand-first',
  'not-yours',
  'blocked',
  'pick-own',
  'not-adjacent',
  'no-flying',
  'nothing-to-jump',
  'out-of-reach',
] as const
export type PickRefusal = (typeof PICK_REFUSALS)[number]

/** A stone that is picked, and the points it has gone to since. */
export interface PickedStone {
  from: string
  path: readonly string[]
}

/** What a board asks for and says while a game of the family is played. */
export interface Playing {
  /** Asks for the first move on the home page. */
  start: () => string
  /** Asks for a move with an empty hand. */
  move: (view: DecodedPosition) => string
  /** Why the picked stone cannot go to an empty point. */
  targetRefusal: (view: DecodedPosition, picked: PickedStone, point: string) => PickRefusal
  /** The point from which the picked stone goes on. */
  origin: (picked: PickedStone) => string
  /** Said of a stone that cannot move. */
  blocked: () => string
  /** Said of a puzzle that is lost. */
  puzzleFailed: () => string
}
