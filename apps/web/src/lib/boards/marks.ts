/** What is drawn on a board beside its stones, and what may be picked. */
export interface Marks {
  /** Stones that may be picked to be moved. */
  movable?: ReadonlySet<string>
  /** The stone that has been picked. */
  selected?: string | null
  /** Where the picked stone may go. */
  targets?: ReadonlySet<string>
  /** Points a stone from the hand may go to: too many to be drawn. */
  open?: ReadonlySet<string>
  /** Stones of which one is to be taken. */
  takeable?: ReadonlySet<string>
  /** The move shown: the last one, or the one about to be sent. */
  move?: { from: string | null; to: string; taken: string | null } | null
  /** The mills to be marked, as their points. */
  mills?: readonly (readonly string[])[]
  /** The squares a stone hops along, its start first. */
  path?: readonly string[]
}

/** A stone of a point on its way with the pointer, in the board's units. */
export interface Drag {
  point: string
  x: number
  y: number
}
