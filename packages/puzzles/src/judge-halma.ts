import { ok, type Result, refuse } from '@tegenzet/common'
import { bestLines } from '@tegenzet/engine'
import { type HalmaRules, legalMoves, type Move, type Position, playTurn, sideToMove } from '@tegenzet/rules'
import { played } from './played.ts'
import type { Puzzle } from './puzzle.ts'
import type { Judged, RefusedMove } from './verdict.ts'

/** Positions to visit for a move that no longer matters: about a millisecond. */
const FILLER_NODES = 200

/** A race that is won by one move only: every other loses it, whatever follows. */
export function judgeHalma(
  rules: HalmaRules,
  { position: start, solution }: Puzzle,
  moves: readonly string[],
): Result<Judged, RefusedMove> {
  let position = start
  for (const [index, text] of moves.entries()) {
    const turn = playTurn(rules, position, text)
    if (!turn.ok) return refuse({ ...turn.error, index })
    const at = 2 * index
    const line = [...solution.slice(0, at), turn.value.move]
    if (turn.value.move !== solution[at])
      return ok({
        verdict: {
          state: 'failed',
          refutation: raceOn(rules, turn.value.position, solution.slice(at + 1)),
        },
        line,
      })
    const reply = solution[at + 1]
    if (reply === undefined) return ok({ verdict: { state: 'solved' }, line })
    if (index + 1 === moves.length) return ok({ verdict: { state: 'go-on', reply }, line })
    position = played(rules, turn.value.position, reply)
  }
  throw new RangeError('an attempt has at least one move')
}

/**
 * How the opponent wins the race: the moves that the solution has for it, and then the one that brings its last stone home.
 * @param rest the solution from the opponent's next move on
 */
function raceOn(rules: HalmaRules, start: Position, rest: readonly Move[]): Move[] {
  const moves: Move[] = []
  let position = start
  const play = (move: Move) => {
    moves.push(move)
    position = played(rules, position, move)
  }
  for (const move of rest.filter((_, n) => n % 2 === 0)) {
    play(move)
    const filler = bestLines(rules, [position], { maxNodes: FILLER_NODES })[0]
    if (!filler) return moves
    play(filler.move)
  }
  const last = legalMoves(rules, position).find((move) => wins(rules, position, move))
  if (last) play(last)
  return moves
}

function wins(rules: HalmaRules, position: Position, move: Move): boolean {
  const turn = playTurn(rules, position, move)
  return turn.ok && turn.value.outcome?.winner === sideToMove(position)
}
