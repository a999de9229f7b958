import { decodeMove, type Move, type Side, sideOfPly } from '@tegenzet/rules'
import { announce } from '$lib/ui/announcements.ts'
import { formatMove } from './format-move.ts'
import type { GameBoard } from './game-board.svelte.ts'

/** After a long absence so many of the last moves are announced. */
const MOST = 3

/**
 * Announces each new move to screen readers. Call it while a component is set up.
 * @param format by default in the past tense, as a move that was played
 */
export function announceMoves(
  boardOf: () => GameBoard | null,
  names: () => Record<Side, string>,
  format: (move: Move, by: Side) => string = (move, by) => formatPlayed(boardOf(), names()[by], move),
): void {
  let known: number | undefined
  $effect(() => {
    const board = boardOf()
    if (!board) {
      known = undefined
      return
    }
    const { moves } = board
    // The moves that were there at first are not announced.
    const first = Math.max(known ?? moves.length, moves.length - MOST)
    for (const [n, move] of moves.slice(first).entries()) announce(format(move, sideOfPly(first + n + 1)))
    known = moves.length
  })
}

const formatPlayed = (board: GameBoard | null, name: string, move: Move): string =>
  board ? formatMove(name, decodeMove(board.rules, move)) : ''
