import type { Move, RuleSetId } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'

export const GAME_RESULTS = ['1-0', '0-1', '1/2-1/2', '*'] as const
export type GameResult = (typeof GAME_RESULTS)[number]

export const RECORD_ERROR_CODES = [
  'illegal-move',
  'unreadable-token',
  'unclosed-comment',
  'unclosed-variation',
  'unknown-rules',
  'malformed-position',
  'two-captures',
  'too-large',
] as const
export type RecordErrorCode = (typeof RECORD_ERROR_CODES)[number]

/** Where and why a record could not be read further. */
export interface RecordError {
  /** From 1, as `column`, which counts characters. */
  line: number
  column: number
  /** The number of the ply that could not be read, from 1 at the record's start. */
  ply: number
  code: RecordErrorCode
  /** English, for people. */
  detail: string
}

/** A game as it was read. */
export interface GameRecord {
  /** Null if the rule set is unknown. */
  rules: RuleSetId | null
  tags: Record<string, string>
  /** Null if the rule set or the start position could not be read. */
  tree: MoveTree | null
  /** The main line, up to an error. */
  moves: Move[]
  result: GameResult
  error: RecordError | null
}

export const RECORD_LIMITS = {
  tags: 100,
  tagLength: 2000,
  /** Characters of a game, or of games without tags that follow each other. */
  length: 16 * 1024 * 1024,
} as const

/** Stands above the tags that a record needs and its game did not have. Other programs skip lines with a percent sign. */
export const ADDED_TAGS = '% The tags below were added to make this record complete.'
