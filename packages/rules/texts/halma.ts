import type { HalmaBoard, HalmaRules } from '../src/index.ts'
import { startPosition } from '../src/index.ts'
import { type FamilyText, lastFileAndRank } from './family-text.ts'
import type { Phrases } from './phrases.ts'
import { inWords, type RuleSection, section, sentences } from './sections.ts'

export const halmaText = (rules: HalmaRules, p: Phrases): FamilyText => ({
  body: halmaBody(rules, p),
  quiet: null,
  notation: {
    points: p.halma.points(...lastFileAndRank(rules)),
    moves: p.halma.moves(rules.exampleGame.split(' ').at(-1)!),
    position: p.halma.position(rules.board.size, startPosition(rules)),
  },
})

function halmaBody(rules: HalmaRules, p: Phrases): RuleSection[] {
  const { board, clearCampAfterPly } = rules
  const stones = inWords(rules.stones, p)
  const [white, black] = [cornerOf(board, 'white'), cornerOf(board, 'black')]
  return [
    section(p, 'aim', p.halma.aim(stones)),
    section(p, 'board', p.halma.board(board.size, stones, white, black)),
    section(p, 'moving', sentences(p.halma.moving, p.halma.step), sentences(p.halma.jump, p.halma.jumpingOn)),
    section(p, 'clearing', p.halma.clearing(clearCampAfterPly / 2), p.halma.reentering),
    section(p, 'winning', sentences(p.halma.winning(stones), p.halma.blocked), p.winsFirst),
  ]
}

/** The corner of the board in a camp. */
function cornerOf(board: HalmaBoard, side: 'white' | 'black'): string {
  const edges = [0, board.size - 1]
  const camp = new Set(board.camps[side])
  return board.points.find(({ name, x, y }) => camp.has(name) && edges.includes(x) && edges.includes(y))!.name
}
