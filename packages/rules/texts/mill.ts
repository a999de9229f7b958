import type { MillRules } from '../src/index.ts'
import { countSquares, hasDiagonals, hasJoints, startPosition } from '../src/index.ts'
import { type FamilyText, lastFileAndRank } from './family-text.ts'
import type { Phrases } from './phrases.ts'
import { inWords, type RuleSection, section, sentences } from './sections.ts'

/** Moves by each player, that is QUIET_LIMIT in moves (docs/rules.md, draws). */
const QUIET_MOVES = 50

export const millText = (rules: MillRules, p: Phrases): FamilyText => ({
  body: millBody(rules, p),
  quiet: p.mill.quiet(rules.quietReset, QUIET_MOVES),
  notation: {
    points: p.mill.points(...lastFileAndRank(rules)),
    moves: p.mill.moves(...exampleMoves(rules, rules.exampleGame.split(' '))),
    position: p.mill.position(rules.quietReset, startPosition(rules)),
  },
})

function millBody(
  { board, stones, flying, movesWhilePlacing, taking }: MillRules,
  p: Phrases,
): RuleSection[] {
  return [
    section(p, 'aim', p.mill.aim),
    section(
      p,
      'board',
      p.mill.board(capitalized(inWords(countSquares(board), p)), board.points.length, board.mills.length),
      hasDiagonals(board) && p.mill.diagonals,
      hasJoints(board) && p.mill.joints,
    ),
    section(
      p,
      'placing',
      sentences(
        p.mill.placing(inWords(stones, p)),
        movesWhilePlacing ? p.mill.movingMeanwhile : p.mill.staying,
      ),
    ),
    section(
      p,
      'moving',
      sentences(movesWhilePlacing ? p.mill.movingOnly : p.mill.moving, !flying && p.mill.movingToTheEnd),
    ),
    ...(flying ? [section(p, 'flying', p.mill.flying)] : []),
    section(
      p,
      'taking',
      sentences(p.mill.closing, taking === 'optional' ? p.mill.optional : p.mill.compulsory),
      p.mill.takeable,
      p.mill.oneStone,
    ),
    section(p, 'winning', sentences(p.mill.winning, p.winsFirst)),
  ]
}

/** A placement, a move and a captured point, as examples of the notation. */
function exampleMoves({ board }: MillRules, example: readonly string[]): [string, string, string] {
  const placed = example[0]!
  const line = board.lines.find((points) => points.includes(placed))!
  const to = line.find((point) => point !== placed)!
  return [placed, `${placed}-${to}`, example.at(-1)!.split('x')[1]!]
}

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
