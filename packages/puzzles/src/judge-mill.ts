import { type MillRules, type Move, ok, type Position, playTurn, type Result, refuse } from '@tegenzet/rules'
import { DRAW, decodeValue, type ValueSource } from '@tegenzet/tables'
import { ownMoves, type Puzzle } from './puzzle.ts'
import { type RankedMove, rankMoves, stonesOf } from './rank-moves.ts'
import type { Judged, RefusedMove, Verdict } from './verdict.ts'

/** A refutation is shown for so many plies at most. */
const REFUTATION_PLIES = 12

export async function judgeMill(
  rules: MillRules,
  puzzle: Puzzle,
  moves: readonly string[],
  source: ValueSource | null,
): Promise<Result<Judged, RefusedMove>> {
  const rank = async (position: Position) => source && rankMoves(rules, source, stonesOf(rules, position))
  const line: Move[] = []
  let position = puzzle.position
  let verdict: Verdict = { state: 'failed', refutation: [] }
  for (const [index, text] of moves.entries()) {
    const turn = playTurn(rules, position, text)
    if (!turn.ok) return refuse({ ...turn.error, index })
    const quality = qualityOf(puzzle, line, turn.value.move, await rank(position))
    line.push(turn.value.move)
    position = turn.value.position
    if (quality === 'slower') return ok({ verdict: { state: 'slower' }, line })
    if (quality === 'wrong') {
      verdict = { state: 'failed', refutation: await refute(position, rank, rules) }
      return ok({ verdict, line })
    }
    const isOver = turn.value.outcome !== null
    if (isOver || (puzzle.value === 'draw' && index + 1 === ownMoves(puzzle).length))
      return ok({ verdict: { state: 'solved' }, line })
    const reply = replyTo(puzzle, line, await rank(position))
    verdict = { state: 'go-on', reply }
    if (index + 1 === moves.length) break
    line.push(reply)
    const replied = playTurn(rules, position, reply)
    if (!replied.ok) throw new Error(replied.error.message)
    position = replied.value.position
  }
  return ok({ verdict, line })
}

/** @param line the moves before */
function qualityOf(
  { solution, value }: Puzzle,
  line: readonly Move[],
  move: Move,
  ranked: RankedMove[] | null,
): 'right' | 'slower' | 'wrong' {
  const played = ranked?.find((other) => other.move === move)
  if (!ranked || !played) return follows(solution, [...line, move]) ? 'right' : 'wrong'
  if (decodeValue(played.byte) !== value) return 'wrong'
  return value === 'win' && played.byte > ranked[0]!.byte ? 'slower' : 'right'
}

/** The solution's reply, and where the attempt has left it the best one. */
const replyTo = ({ solution }: Puzzle, line: readonly Move[], ranked: RankedMove[] | null): Move =>
  follows(solution, line) && solution[line.length] ? solution[line.length]! : ranked![0]!.move

const follows = (solution: readonly Move[], line: readonly Move[]): boolean =>
  line.every((move, n) => solution[n] === move)

/** Best play from a position on; in a draw only the move that holds it. */
async function refute(
  start: Position,
  rank: (position: Position) => Promise<RankedMove[] | null>,
  rules: MillRules,
): Promise<Move[]> {
  const moves: Move[] = []
  let position = start
  while (moves.length < REFUTATION_PLIES) {
    const best = (await rank(position))?.[0]
    if (!best) break
    const turn = playTurn(rules, position, best.move)
    if (!turn.ok) break
    moves.push(turn.value.move)
    if (best.byte === DRAW || turn.value.outcome) break
    position = turn.value.position
  }
  return moves
}
