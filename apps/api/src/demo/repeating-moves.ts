import { itemAt, legalMoves, type Move, play, type RuleSetId, ruleSet, startPosition } from '@tegenzet/rules'
import { seeded } from './seeded.ts'

/** The ply that places the last stone of a mill game. */
export const LAST_PLACING_PLY = 18

/**
 * The moves of a mill game without a mill: all stones are placed, then both sides move back and forth, so that the
 * positions `LAST_PLACING_PLY + n`, `LAST_PLACING_PLY + n + 4`, … are equal. Fewer plies give the beginning of the same
 * game.
 */
export function repeatingMoves(id: RuleSetId, plies: number): Move[] {
  for (let seed = 1; ; seed++) {
    const moves = tryRepeatingMoves(id, Math.max(plies, LAST_PLACING_PLY + 4), seeded(seed))
    if (moves) return moves.slice(0, plies)
  }
}

function tryRepeatingMoves(id: RuleSetId, plies: number, random: () => number): Move[] | null {
  const rules = ruleSet(id)
  const positions = [startPosition(rules)]
  const moves: Move[] = []
  const after = (move: Move) => {
    const played = play(rules, positions, move)
    return played.ok && !played.value.closesMill ? played.value.position : null
  }
  /** First no move is required, then moving back, then repeating the last four plies. */
  const requiredMove = (ply: number): string | undefined => {
    if (ply >= LAST_PLACING_PLY + 4) return moves.at(-4)
    return ply < LAST_PLACING_PLY + 2 ? undefined : itemAt(moves, -2).split('-').reverse().join('-')
  }
  for (let ply = 0; ply < plies; ply++) {
    const only = requiredMove(ply)
    const fit = legalMoves(rules, itemAt(positions, -1)).flatMap((move) => {
      const position = !only || move === only ? after(move) : null
      return position ? [{ move, position }] : []
    })
    const chosen = fit[Math.floor(random() * fit.length)]
    if (!chosen) return null
    positions.push(chosen.position)
    moves.push(chosen.move)
  }
  return moves
}
