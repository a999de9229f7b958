/** A property of a rule set, for a table. */
export interface Option {
  name: string
  value: string
}

/** What is said of quiet moves. */
interface QuietMoves {
  /** The draw, in a list: "50 moves without a mill". */
  draw: () => string
  /** The move with which the counter was last reset. */
  reset: (last: { ply: string; move: string }) => string
}

/** How rule sets of the family are described, beside what all have. */
export interface Description {
  /** The heading above the rule sets of the family. */
  family: () => string
  /** The game of which the family's rule sets are variants. */
  game: () => string
  /** How the rule set differs from its relatives. */
  variant: () => string
  /** What is special about it, in about two sentences. */
  facts: () => string[]
  board: () => string
  /** Null in families without draws by quiet moves. */
  quiet: QuietMoves | null
  /** How stones move and are captured. */
  moving: () => Option[]
}
