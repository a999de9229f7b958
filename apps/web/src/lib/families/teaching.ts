import type { Side } from '@tegenzet/rules'

/** What a lesson asks for. A move must meet all goals of its lesson. */
export type Goal =
  | 'closes-mill'
  | 'stops-mill'
  | 'opens-mill'
  | 'takes-nothing'
  | 'flies'
  | 'wins'
  | 'steps'
  | 'jumps'
  | 'jumps-twice'
  | 'leaves-camp'
  | 'empties-camp'
  | 'third-time'
  | 'quiet-limit'

export type LessonId =
  | 'placing'
  | 'mill'
  | 'taking'
  | 'moving'
  | 'double'
  | 'flying'
  | 'blocking'
  | 'optional'
  | 'quiet'
  | 'step'
  | 'jump'
  | 'chain'
  | 'camp'
  | 'arriving'
  | 'repetition'

/** A position in which White is to move after `moves`, and the goals of the lesson. */
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
  goals: readonly Goal[]
}

/** How the rules of the family are taught. */
export interface Teaching {
  /** In the order to take them. */
  setups: Partial<Record<LessonId, Setup>>
  /** The fields of a position text after the side to move. */
  counters: (setup: Required<Pick<Setup, 'hand' | 'quiet' | 'moveNumber'>>) => readonly number[]
  /** Empty in families without camps. */
  camp: (side: Side) => readonly string[]
  /** The moves after which a camp must be empty. */
  clearingMoves: number
  isFlight: (from: string, to: string) => boolean
  /** Said of a move that should have won. */
  doesNotWin: () => string
}
