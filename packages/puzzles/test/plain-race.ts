import { legalMoves, type Move, type Position, playTurn, type RuleSet, sideToMove } from '@tegenzet/rules'

/**
 * The moves with which the side to move is home within `left` own moves, while the other side plays `replies`: by the rules
 * alone, without anything that made the puzzles.
 */
export const winningMoves = (
  rules: RuleSet,
  position: Position,
  left: number,
  replies: readonly Move[],
): Move[] => legalMoves(rules, position).filter((move) => wins(rules, position, move, left, replies))

function wins(
  rules: RuleSet,
  position: Position,
  move: Move,
  left: number,
  [reply, ...rest]: readonly Move[],
): boolean {
  const turn = playTurn(rules, position, move)
  if (!turn.ok) return false
  const { outcome, position: after } = turn.value
  if (outcome) return outcome.winner === sideToMove(position)
  // each stone outside takes a move at least
  if (reply === undefined || stonesOut(after, sideToMove(position)) > left - 1) return false
  const replied = playTurn(rules, after, reply)
  if (!replied.ok || replied.value.outcome) return false
  return winningMoves(rules, replied.value.position, left - 1, rest).length > 0
}

/** White's stones outside black's camp, or black's outside white's. */
function stonesOut(position: Position, side: 'white' | 'black'): number {
  const lines = position.split(' ')[0]!.split('/')
  const letter = side === 'white' ? 'w' : 'b'
  let out = 0
  lines.forEach((line, y) => {
    for (let x = 0; x < line.length; x++) {
      const fromCorner = side === 'white' ? x + y : lines.length - 1 - x + (lines.length - 1 - y)
      if (line[x] === letter && fromCorner > 4) out++
    }
  })
  return out
}
