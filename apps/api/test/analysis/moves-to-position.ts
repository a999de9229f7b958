import { itemAt } from '@tegenzet/common'
import { decodePosition, type Move, type Position, type RuleSet, SIDES, trustedMove } from '@tegenzet/rules'

/**
 * Moves of a mill game that lead to a position without stones in hand, whatever its counters. Not all of them are legal:
 * stones that are too many are placed aside and captured, and the last one flies where that makes it the other side's turn.
 */
export function movesToPosition(rules: RuleSet & { family: 'mill' }, position: Position): Move[] {
  const { stones, side } = decodePosition(rules, position)
  const points = rules.board.points.map(({ name }) => name)
  const [asideOfWhite, asideOfBlack, start] = points.filter((point) => !stones[point])
  const placed = SIDES.map((owner) => {
    const targets = points.filter((point) => stones[point] === owner)
    const aside = owner === 'white' ? asideOfWhite : asideOfBlack
    return [...Array<string | undefined>(rules.stones - targets.length).fill(aside), ...targets]
  })
  const moves: string[] = []
  let captured: string | undefined
  for (let n = 0; n < rules.stones; n++)
    for (const row of placed) {
      const to = itemAt(row, n)
      const flies = side === 'black' && n === rules.stones - 1 && row === placed[0]
      moves.push(`${flies ? start : to}${captured ? `x${captured}` : ''}`)
      captured = to === asideOfWhite || to === asideOfBlack ? to : undefined
    }
  if (side === 'black') moves.push(`${start}-${itemAt(itemAt(placed, 0), -1)}`)
  return moves.map(trustedMove)
}
