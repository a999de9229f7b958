import { type ByFamily, byFamily } from './by-family.ts'
import type { ClaimRefusal } from './claims.ts'
import { decodePosition } from './game.ts'
import type { Position } from './notation.ts'
import type { RuleSet } from './rule-set.ts'

const HAS_TABLES: ByFamily<boolean> = { mill: () => true, halma: () => false }

/** Whether there can be endgame tables that prove draws. */
export const canBeProved = (rules: RuleSet): boolean => byFamily(rules, HAS_TABLES)

/** Why a position cannot be proved drawn by tables of up to `covered` stones. Says nothing about its value. */
export function unprovable(rules: RuleSet, position: Position, covered: number): ClaimRefusal[] {
  const { hands } = decodePosition(rules, position)
  if (!hands || hands.white + hands.black > 0) return [{ code: 'hands-not-empty', params: {} }]
  const [white, black] = stonesOn(rules, position)
  return white + black > covered ? [{ code: 'not-covered', params: { stones: [white, black], covered } }] : []
}

/** Whether two positions of a game have as many stones of each colour. */
export function haveSameStones(
  rules: RuleSet,
  positions: readonly Position[],
  one: number,
  other: number,
): boolean {
  const [first, second] = [positions[one], positions[other]]
  return (
    first !== undefined &&
    second !== undefined &&
    stonesOn(rules, first).join() === stonesOn(rules, second).join()
  )
}

/** How many stones are on the board, White's first. */
export function stonesOn(rules: RuleSet, position: Position): [number, number] {
  const sides = Object.values(decodePosition(rules, position).stones)
  const white = sides.filter((side) => side === 'white').length
  return [white, sides.length - white]
}
