import type { Position, RuleSetId } from '@tegenzet/rules'
import type { BestMove } from '../line-in-notation.ts'

/** What `go` asks for. It can be sent to another thread. */
export interface SearchTask {
  rules: RuleSetId
  /** All of the game so far. */
  positions: Position[]
  /** How many, the best first. */
  lines: number
  /** Whether to use endgame tables. */
  tables: boolean
  /** Without limits it runs until it is stopped, or until there is no more to find. */
  limits: Limits
}

export interface Limits {
  depth?: number
  nodes?: number
  millis?: number
}

/** Lines, and the milliseconds that they took. */
export interface Report {
  lines: BestMove[]
  millis: number
}

/** Searches where it does not block the protocol, one task at a time. */
export interface Searcher {
  /** Resolves when it is ready for tasks of these rules. */
  prepare(task: Pick<SearchTask, 'rules' | 'tables'>): Promise<void>
  /**
   * @param onDepth hears of each completed depth
   * @param stop ends it within milliseconds
   */
  search(task: SearchTask, onDepth: (report: Report) => void, stop: AbortSignal): Promise<Report>
}
