import type { Puzzle } from '@tegenzet/puzzles'
import { loadPuzzles } from '@tegenzet/puzzles/node'
import { type Position, type RuleSet, ruleSet } from '@tegenzet/rules'
import { SHIPPED_PUZZLES } from '../../paths.ts'
import { positionKey } from '../explorer/position-key.ts'

let loaded: ReadonlyMap<string, Puzzle> | undefined

/** The puzzles that ship with the server, by id. Read when the first one is asked for. */
export function shippedPuzzles(): ReadonlyMap<string, Puzzle> {
  loaded ??= new Map(loadPuzzles(SHIPPED_PUZZLES).map((puzzle) => [puzzle.id, puzzle]))
  return loaded
}

let keys: ReadonlySet<bigint> | undefined

/** Whether a position, or a mirror image of it, is a puzzle that ships with the server. */
export function isShipped(rules: RuleSet, position: Position): boolean {
  keys ??= new Set(
    [...shippedPuzzles().values()].map((puzzle) => positionKey(ruleSet(puzzle.rules), puzzle.position)),
  )
  return keys.has(positionKey(rules, position))
}
