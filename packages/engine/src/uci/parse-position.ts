import { ok, type Result } from '@tegenzet/common'
import { type Position, parsePosition, playText, type RuleSet, startPosition } from '@tegenzet/rules'

/** The words after `position`: all positions of the game, a message if one or a move is illegal, null if they say nothing. */
export function positionsOf(rules: RuleSet, words: readonly string[]): Result<Position[], string> | null {
  const movesAt = words.includes('moves') ? words.indexOf('moves') : words.length
  const [kind, ...text] = words.slice(0, movesAt)
  if (kind !== 'fen' && (kind !== 'startpos' || text.length > 0)) return null
  const start = kind === 'fen' ? parsePosition(rules, text.join(' ')) : ok(startPosition(rules))
  if (!start.ok) return { ok: false, error: start.error.message }
  const positions = [start.value]
  for (const [n, move] of joinCaptures(words.slice(movesAt + 1)).entries()) {
    const played = playText(rules, positions, move)
    if (!played.ok) return { ok: false, error: `move ${n + 1}: ${played.error.message}` }
    positions.push(played.value.position)
  }
  return ok(positions)
}

/** A capture may be a token of its own after its move: `a1-a4 xd6`. */
function joinCaptures(tokens: readonly string[]): string[] {
  const moves: string[] = []
  for (const token of tokens) {
    if (token.startsWith('x') && moves.length > 0) moves.push(`${moves.pop()}${token}`)
    else moves.push(token)
  }
  return moves
}
