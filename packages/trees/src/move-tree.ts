import type { Move, Position, RuleSetId } from '@tegenzet/rules'

export const SHAPE_COLOURS = ['green', 'red', 'blue', 'yellow'] as const
export type ShapeColour = (typeof SHAPE_COLOURS)[number]

/** A circle around a point or an arrow between two, drawn on the board. */
export interface TreeShape {
  from: string
  to?: string
  colour: ShapeColour
}

/** A move of a tree, and what somebody noted on the position after it. */
export interface TreeNode {
  /** The index of an earlier node; null for a first move. */
  parent: number | null
  move: Move
  comment?: string
  nags?: number[]
  shapes?: TreeShape[]
}

/**
 * A game with variations, flat: parents come before their children, and of the nodes with one parent the first is the
 * main line. No two of them have the same move, and every path is legal. `checkTree` checks one from outside.
 */
export interface MoveTree {
  rules: RuleSetId
  /** Null: the start position of the rule set. */
  start: Position | null
  comment?: string
  /** Drawn on the start. */
  shapes?: TreeShape[]
  nodes: TreeNode[]
}

export const TREE_LIMITS = {
  nodes: 5000,
  /** The ply up to which the main line may go, counted as in a game: from the move number of `start` on. */
  mainLinePlies: 2000,
  /** Plies of a variation after it has left the main line. */
  variationPlies: 600,
  commentLength: 2000,
  nags: 10,
  shapes: 50,
  /** As JSON in UTF-8. */
  bytes: 256 * 1024,
} as const

/** Numeric annotation glyphs that have a symbol. Others, from 1 to 255 as in PGN, are kept. */
export const NAG_SYMBOLS: Readonly<Record<number, string>> = {
  1: '!',
  2: '?',
  3: '!!',
  4: '??',
  5: '!?',
  6: '?!',
  10: '=',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
}
