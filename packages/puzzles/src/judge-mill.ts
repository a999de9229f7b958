import { itemAt, ok, type Result, refuse } from '@tegenzet/common'
import {
  type MillRules,
  type Move,
  type Position,
  playTurn,
  positionOutcome,
  type Turn,
} from '@tegenzet/rules'
import { DRAW, decodeValue, type ValueSource } from '@tegenzet/tables'
import { ownMoves, type Puzzle } from './puzzle.ts'
import { type RankedMove, rankMoves, stonesOf } from './rank-moves.ts'
import { SLOWER_PLIES, shortSearch } from './short-search.ts'
import type { Judged, RefusedMove, Verdict } from './verdict.ts'

/** A refutation is shown for so many plies at most. */
const REFUTATION_PLIES = 12
const REFUTATION_DEPTH = 5

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
    const ranked = await rank(position)
    const quality = ranked
      ? qualityOf(puzzle, turn.value.move, ranked)
      : qualityBySearch(rules, puzzle, line, turn.value)
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
    const reply = replyTo(rules, puzzle, line, position, await rank(position))
    verdict = { state: 'go-on', reply }
    if (index + 1 === moves.length) break
    line.push(reply)
    const replied = playTurn(rules, position, reply)
    if (!replied.ok) throw new Error(replied.error.message)
    position = replied.value.position
  }
  return ok({ verdict, line })
}

type Quality = 'right' | 'slower' | 'wrong'

function qualityOf({ value }: Puzzle, move: Move, ranked: RankedMove[]): Quality {
  const byte = ranked.find((other) => other.move === move)?.byte
  if (byte === undefined || decodeValue(byte) !== value) return 'wrong'
  return value === 'win' && byte > itemAt(ranked, 0).byte ? 'slower' : 'right'
}

/**
 * Where tables do not cover: a move of the solution is right, and one that a short search sees to win as fast.
 * @param line the moves before
 */
function qualityBySearch(
  rules: MillRules,
  { solution, plies }: Puzzle,
  line: readonly Move[],
  { move, position }: Turn,
): Quality {
  if (follows(solution, [...line, move])) return 'right'
  if (plies === null) return 'wrong'
  const left = plies - line.length - 1
  if (left === 0) return positionOutcome(rules, position) ? 'right' : 'wrong'
  const lostIn = shortSearch(rules, position, left + SLOWER_PLIES)?.decidedIn ?? 0
  if (lostIn >= 0) return 'wrong'
  return lostIn === -left ? 'right' : 'slower'
}

/** The solution's reply, and where the attempt has left it the best one. */
function replyTo(
  rules: MillRules,
  { solution, plies }: Puzzle,
  line: readonly Move[],
  position: Position,
  ranked: RankedMove[] | null,
): Move {
  const next = follows(solution, line) ? solution[line.length] : undefined
  const best = next ?? (ranked ? ranked[0] : shortSearch(rules, position, (plies ?? 0) - line.length))?.move
  if (best === undefined) throw new Error('a position in which the attempt goes on has a move')
  return best
}

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
    if (!best) return [...moves, ...(shortSearch(rules, position, REFUTATION_DEPTH)?.line ?? [])]
    const turn = playTurn(rules, position, best.move)
    if (!turn.ok) break
    moves.push(turn.value.move)
    if (best.byte === DRAW || turn.value.outcome) break
    position = turn.value.position
  }
  return moves
}
