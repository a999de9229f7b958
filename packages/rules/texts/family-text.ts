import type { RuleSet } from '../src/index.ts'
import type { RuleSection } from './sections.ts'

/** What the rules text of a family says beside the sections that all have. */
export interface FamilyText {
  /** From the aim to winning. */
  body: RuleSection[]
  /** When quiet moves draw the game; null in families without that draw. */
  quiet: string | null
  notation: { points: string; moves: string; position: string }
}

/** The letter of the last file and the number of the last rank. */
export function lastFileAndRank({ board }: RuleSet): [string, number] {
  const last = Math.max(...board.points.map(({ x }) => x))
  return [String.fromCharCode('a'.charCodeAt(0) + last), Math.max(...board.points.map(({ y }) => y)) + 1]
}
