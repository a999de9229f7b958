import type { Goal } from './goals.ts'

/** A position in which White is to move after `moves`, what to do in it, and what that teaches. */
export interface Setup {
  /** Whether the rule set has this lesson. Default: true. */
  fits?: boolean
  white: string
  black: string
  /** Stones in each player's hand. */
  hand?: number
  quiet?: number
  moveNumber?: number
  moves?: string
  /** A move must meet all of them. */
  goals: readonly Goal[]
  /** What the lesson asks for. */
  task: () => string
  /** What the reader has learned by solving it. */
  done: () => string
}

/** How the rules of the family are taught. */
export interface Teaching {
  /** The lesson whose solution shows best what is special about the rule set. */
  picture: string
  /** By a name of the lesson, in the order to take them. */
  setups: Readonly<Record<string, Setup>>
  /** The fields of a position text after the side to move. */
  counters: (setup: Required<Pick<Setup, 'hand' | 'quiet' | 'moveNumber'>>) => readonly number[]
}
