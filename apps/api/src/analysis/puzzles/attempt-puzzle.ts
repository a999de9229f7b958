import { ok, type Result } from '@tegenzet/common'
import type { PuzzleAttempt } from '@tegenzet/contract'
import { type Judged, judgeAttempt, type Puzzle } from '@tegenzet/puzzles'
import { type Move, positionsOf, ruleSet } from '@tegenzet/rules'
import { groupOf } from '@tegenzet/tables'
import type { Deps } from '../../deps.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import type { Db } from '../../store/transaction.ts'
import type { RefuseRunning } from '../fair-play/fair-play-hook.ts'
import { findPuzzle } from './find-puzzles.ts'
import { finishAttempt } from './finish-attempt.ts'
import type { Solver } from './next-puzzle.ts'

interface AttemptPuzzle {
  id: string
  moves: readonly string[]
  /** null if the attempt does not count. */
  solver: Solver | null
  at: Date
}

/** Judges an attempt, and rates it when it is the first one that is finished. */
export async function attemptPuzzle(
  { tables, refuseRunning }: Pick<Deps, 'tables'> & { refuseRunning: RefuseRunning },
  db: Db,
  { id, moves, solver, at }: AttemptPuzzle,
): Promise<Result<PuzzleAttempt, Refusal>> {
  const found = await findPuzzle(db, id)
  if (!found.ok) return found
  const puzzle = found.value
  const rules = ruleSet(puzzle.rules)
  const judged = await judgeAttempt(puzzle, moves, (of) => {
    const group = groupOf(of)
    return group && tables.source(group)
  })
  const shown = judged.ok ? linesShown(puzzle, judged.value) : []
  const positions = [[], ...shown].flatMap((line) => positionsOf(rules, line, puzzle.position))
  const refused = await refuseRunning(db, { rules, positions, valued: positions })
  if (refused) return refused
  if (!judged.ok) {
    const { index, message } = judged.error
    return refuse('illegal-move', `${message}.`, { errors: [{ path: `/body/moves/${index}`, message }] })
  }
  const { verdict, line } = judged.value
  if (verdict.state === 'go-on' || verdict.state === 'slower') return ok(verdict)
  const isSolved = verdict.state === 'solved'
  const counted = (solver && (await finishAttempt(db, { puzzle, solver, isSolved, at }))) ?? {}
  const { solution } = puzzle
  return ok(
    isSolved
      ? { state: 'solved', solution: line, ...counted }
      : { state: 'failed', solution, played: line, refutation: verdict.refutation, ...counted },
  )
}

/** All that the answer shows, from the puzzle's position on. */
function linesShown({ solution }: Puzzle, { verdict, line }: Judged): Move[][] {
  switch (verdict.state) {
    case 'go-on':
      return [[...line, verdict.reply]]
    case 'failed':
      return [[...line, ...verdict.refutation], [...solution]]
    case 'slower':
    case 'solved':
      return [line]
  }
}
