import type { Side } from '@tegenzet/rules'

/** What is drawn on a board besides its stones, and what can be picked. */
export interface Marks {
  /** Stones that can be picked to move. */
  movable?: ReadonlySet<string>
  /** The stone that is picked. */
  selected?: string | null
  /** Where the picked stone can go. */
  targets?: ReadonlySet<string>
  /** Where a stone from the hand can go. These are not drawn: there are too many. */
  placements?: ReadonlySet<string>
  /** Stones that may be captured. */
  capturable?: ReadonlySet<string>
  /** The side whose stone is shown where it could go. */
  ghost?: Side
  /** The move shown: the last one, or the draft. */
  move?: { from: string | null; to: string; captured: string | null } | null
  /** The move shown is a draft. */
  draft?: boolean
  /** The mills closed by that move, as their points. */
  mills?: readonly (readonly string[])[]
  /** All mills on the board. */
  standing?: readonly (readonly string[])[]
  /** The squares a stone jumps along, including its start. */
  path?: readonly string[]
}

/** A stone that is being dragged, with its position in the board's units. */
export interface Drag {
  point: string
  x: number
  y: number
}
