import { NEVER, NOT_COVERED } from './endings.ts'
import type { RootBoard } from './root.ts'
import { LOST, ONGOING } from './search-board.ts'

/** Where a line has come to an ending whose winner is known, adds best play to its end. Leaves the board as it was. */
export function playToEnd(board: RootBoard, line: readonly number[]): number[] {
  const turns = [...line]
  for (const turn of turns) board.play(turn)
  for (let turn = bestTurn(board); turn !== null; turn = bestTurn(board)) {
    turns.push(turn)
    board.play(turn)
  }
  for (const _ of turns) board.undo()
  return turns
}

/** The first turn, by notation, that leads to the position one ply nearer to the end. */
function bestTurn(board: RootBoard): number | null {
  if (board.status() !== ONGOING) return null
  const plies = board.pliesToEnd()
  if (plies === NOT_COVERED || plies === NEVER) return null
  const out = new Int32Array(board.maxTurns)
  const turns = Array.from(out.subarray(0, board.allTurns(out, new Int32Array(board.maxTurns), 0)))
  const best = turns.filter((turn) => {
    board.play(turn)
    const left = board.status() === LOST ? 0 : board.pliesToEnd()
    board.undo()
    return left === plies - 1
  })
  return best.sort((a, b) => (board.notation(a) < board.notation(b) ? -1 : 1))[0] ?? null
}
