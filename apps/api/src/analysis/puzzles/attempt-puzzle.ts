import type { PuzzleAttempt } from '@tegenzet/contract'
import { judgeAttempt } from '@tegenzet/puzzles'
import { ok, positionsOf, type Result, ruleSet } from '@tegenzet/rules'
import { groupOf } from '@tegenzet/tables'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Tx } from '../../store/transaction.ts'
import { refuseRunning } from '../fair-play/refuse-running.ts'
import { findPuzzle } from './find-puzzles.ts'
import { finishAttempt } from './finish-attempt.ts'
import type { Solver } from './next-puzzle.ts'

export interface AttemptPuzzle {
  id: string
  moves: readonly string[]
  caller: Caller | null
  /** null if the attempt does not count. */
  solver: Solver | null
  at: Date
}

/** Judges an attempt, and rates it when it is the first one that is finished. */
export async function attemptPuzzle(
  { tables }: Pick<Deps, 'tables'>,
  tx: Tx,
  { id, moves, caller, solver, at }: AttemptPuzzle,
): Promise<Result<PuzzleAttempt, Refusal>> {
  const found = await findPuzzle(tx, id)
  if (!found.ok) return found
  const puzzle = found.value
  const rules = ruleSet(puzzle.rules)
  const judged = await judgeAttempt(puzzle, moves, (of) => {
    const group = groupOf(of)
    return group && tables.source(group)
  })
  const line = judged.ok ? judged.value.line : []
  const refused = await refuseRunning(tx, caller, rules, positionsOf(rules, line, puzzle.position))
  if (refused) return refused
  if (!judged.ok) {
    const { index, message } = judged.error
    return refuse('illegal-move', `${message}.`, { errors: [{ path: `/body/moves/${index}`, message }] })
  }
  const { verdict } = judged.value
  if (verdict.state === 'go-on' || verdict.state === 'slower') return ok(verdict)
  const isSolved = verdict.state === 'solved'
  const counted = (solver && (await finishAttempt(tx, { puzzle, solver, isSolved, at }))) ?? {}
  const { solution } = puzzle
  return ok(
    isSolved
      ? { state: 'solved', solution: line, ...counted }
      : { state: 'failed', solution, played: line, refutation: verdict.refutation, ...counted },
  )
}
