import type { MillRules } from '@tegenzet/rules'
import { CAPTURES, capturedBit, generateTurns, MIN_STONES, millTables, movedBits } from '@tegenzet/rules/mill'
import type { SolvedSet } from './solved-set.ts'
import { DRAW } from './value.ts'

/**
 * Compares the values of a set's positions `from` to `to` with those of their successors.
 * @param setOf the set with `own` stones of the side to move and `enemy` of the other
 * @returns the number of the first position that disagrees; null if all agree
 */
export function checkValues(
  rules: MillRules,
  { placements, values }: SolvedSet,
  setOf: (own: number, enemy: number) => SolvedSet,
  from: number,
  to: number,
): number | null {
  const tables = millTables(rules)
  const turns = new Int32Array(tables.maxTurns)
  const { own: ownStones, enemy: enemyStones } = placements
  const next = setOf(enemyStones, ownStones)
  const captured = enemyStones > MIN_STONES ? setOf(enemyStones - 1, ownStones) : null
  for (let index = from; index < to; index++) {
    placements.find(index)
    const { foundOwn: own, foundEnemy: enemy } = placements
    const end = generateTurns(tables, own, enemy, 0, 0, turns, 0)
    let win = DRAW
    let loss = 0
    for (let i = 0; i < end; i++) {
      const turn = turns[i]!
      const set = turn & CAPTURES ? captured : next
      const moved = own ^ movedBits(tables, turn)
      const reply = set ? set.values[set.placements.indexOf(enemy ^ capturedBit(tables, turn), moved)]! : 0
      if (reply === DRAW) loss = DRAW
      else if (reply & 1) loss = Math.max(loss, reply + 1)
      else win = Math.min(win, reply + 1)
    }
    if (values[index] !== (win !== DRAW ? win : loss)) return index
  }
  return null
}
