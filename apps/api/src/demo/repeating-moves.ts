import { itemAt } from '@tegenzet/common'
import { legalMoves, type MillRules, type Move, play, startPosition } from '@tegenzet/rules'
import { closesMillBy } from '@tegenzet/rules/mill'
import { seeded } from './seeded.ts'

/** The ply that places the last stone, where no stone moves before. */
export const lastPlacingPly = ({ stones }: MillRules): number => 2 * stones

/**
 * The moves of a mill game without a mill: all stones are placed, then both sides move back and forth, so that the
 * positions `lastPlacingPly + n`, `lastPlacingPly + n + 4`, … are equal. Fewer plies give the beginning of the same
 * game.
 */
export function repeatingMoves(rules: MillRules, plies: number): Move[] {
  for (let seed = 1; ; seed++) {
    const moves = tryRepeatingMoves(rules, Math.max(plies, lastPlacingPly(rules) + 4), seeded(seed))
    if (moves) return moves.slice(0, plies)
  }
}

function tryRepeatingMoves(rules: MillRules, plies: number, random: () => number): Move[] | null {
  const lastPlacing = lastPlacingPly(rules)
  const positions = [startPosition(rules)]
  const moves: Move[] = []
  const after = (move: Move) => {
    if (closesMillBy(rules, itemAt(positions, -1), move)) return null
    const played = play(rules, positions, move)
    return played.ok ? played.value.position : null
  }
  /** First placing is required, then any move, then moving back, then repeating the last four plies. */
  const isRequired = (move: Move, ply: number): boolean => {
    if (ply < lastPlacing) return !move.includes('-')
    if (ply >= lastPlacing + 4) return move === moves.at(-4)
    return ply < lastPlacing + 2 || move === itemAt(moves, -2).split('-').reverse().join('-')
  }
  for (let ply = 0; ply < plies; ply++) {
    const fit = legalMoves(rules, itemAt(positions, -1)).flatMap((move) => {
      const position = isRequired(move, ply) ? after(move) : null
      return position ? [{ move, position }] : []
    })
    const chosen = fit[Math.floor(random() * fit.length)]
    if (!chosen) return null
    positions.push(chosen.position)
    moves.push(chosen.move)
  }
  return moves
}
