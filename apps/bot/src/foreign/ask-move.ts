import { legalMoves, type Move, type Position, playTurn, type RuleSet } from '@tegenzet/rules'
import { EngineFailure, type UciProcess } from './uci-process.ts'

export interface Answer {
  /** Null if the engine asks for a draw instead. */
  move: Move | null
  score: number | null
  /** The last line about the search. */
  info: string
}

/**
 * Asks for a move in the last of `positions`. An engine that answers with a move that closes a mill, without a capture, is asked
 * again for the capture.
 * @throws EngineFailure, also for an illegal move
 */
export async function askMove(
  engine: UciProcess,
  rules: RuleSet,
  positions: readonly Position[],
  millis: number,
): Promise<Answer> {
  const position = positions.at(-1)
  if (!position) throw new RangeError('a game has at least its start position')
  const tokens = movesBetween(rules, positions).flatMap(withCaptureApart)
  const legal = legalMoves(rules, position)
  const { answer, score, info } = await engine.bestMove(tokens, millis)
  if (answer === 'draw') return { move: null, score, info }
  const whole = legal.find((move) => move === answer)
  if (whole) return { move: whole, score, info }
  if (!legal.some((move) => move.startsWith(`${answer}x`))) throw illegal(answer)
  const { answer: capture } = await engine.bestMove([...tokens, answer], millis)
  const move = legal.find((each) => each === `${answer}${capture}` || each === capture)
  if (!move) throw illegal(`${answer} ${capture}`)
  return { move, score, info }
}

const illegal = (answer: string) => new EngineFailure(`plays an illegal move: ${answer}`)

/** `a1-a4xd6` as `a1-a4` and `xd6`: every engine that speaks UCI for mill games reads these. */
function withCaptureApart(move: Move): string[] {
  const at = move.indexOf('x')
  return at < 0 ? [move] : [move.slice(0, at), move.slice(at)]
}

/** The moves that lead from each position to the next. */
function movesBetween(rules: RuleSet, positions: readonly Position[]): Move[] {
  return positions.slice(0, -1).map((position, n) => {
    const next = positions[n + 1]
    const move = legalMoves(rules, position).find((each) => {
      const turn = playTurn(rules, position, each)
      return turn.ok && turn.value.position === next
    })
    if (!move) throw new RangeError(`no move leads to position ${n + 1}`)
    return move
  })
}
