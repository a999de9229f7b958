import type { HalmaBoard, HalmaRules, Language, MillRules, RuleSet } from '../src/index.ts'
import {
  byFamily,
  captureResets,
  countSquares,
  hasDiagonals,
  hasJoints,
  moveNumber,
  startPosition,
} from '../src/index.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { fr } from './fr.ts'
import { nl } from './nl.ts'
import type { Phrases, SectionId } from './phrases.ts'

export { SECTION_IDS, type SectionId } from './phrases.ts'

/** A section of a rules text; `id` is the same in every language. */
export interface RuleSection {
  id: SectionId
  title: string
  paragraphs: string[]
}

/** Moves by each player, that is QUIET_LIMIT in moves (docs/rules.md, draws). */
const QUIET_MOVES = 50

const LANGUAGES: Record<Language, Phrases> = { nl, de, en, fr }

/**
 * The rules of a game explained to its players. The text is composed from the rule set's options, so a new rule set of
 * a known family needs no new text.
 */
export function ruleTexts(rules: RuleSet, language: Language): RuleSection[] {
  const p = LANGUAGES[language]
  return [
    ...byFamily(rules, { mill: (rules) => millBody(rules, p), halma: (rules) => halmaBody(rules, p) }),
    section(p, 'draws', ...drawParagraphs(rules, p)),
    section(p, 'time', p.time, p.leaving),
    section(p, 'notation', ...notationParagraphs(rules, p)),
  ]
}

function millBody({ board, stones, flying, taking }: MillRules, p: Phrases): RuleSection[] {
  return [
    section(p, 'aim', p.mill.aim),
    section(
      p,
      'board',
      p.mill.board(capitalized(inWords(countSquares(board), p)), board.points.length, board.mills.length),
      hasDiagonals(board) && p.mill.diagonals,
      hasJoints(board) && p.mill.joints,
    ),
    section(p, 'placing', p.mill.placing(inWords(stones, p))),
    section(p, 'moving', sentences(p.mill.moving, !flying && p.mill.movingToTheEnd)),
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

function drawParagraphs(rules: RuleSet, p: Phrases): (string | false)[] {
  const { repetition, quiet, policy, earliestPly } = rules.draws
  const way = (how: 'claimed' | 'automatic') => (how === 'automatic' ? p.draws.automatic : false)
  const claimed = repetition === 'claimed' || quiet === 'claimed'
  return [
    p.draws.agreement,
    sentences(
      p.draws.repetition(byFamily(rules, { mill: () => true, halma: () => false })),
      earliestPly > 0 && p.draws.earliest(moveNumber(earliestPly)),
      way(repetition),
    ),
    quiet !== null &&
      sentences(p.draws.quiet(captureResets(rules) ? 'capture' : 'mill', QUIET_MOVES), way(quiet)),
    repetition === 'automatic' && quiet === 'automatic' && p.draws.repetitionFirst,
    claimed && sentences(p.draws.claimed, p.draws.evidence(repetition === 'claimed', quiet === 'claimed')),
    claimed && policy === 'before-moving' && p.draws.beforeMoving,
    claimed && policy === 'after-declined-offer' && p.draws.afterDeclinedOffer,
    claimed && sentences(p.draws.frozen, p.draws.unruled),
  ]
}

function notationParagraphs(rules: RuleSet, p: Phrases): string[] {
  const start = startPosition(rules)
  const example = rules.exampleGame.split(' ')
  const [file, rank] = lastFileAndRank(rules)
  const { points, moves, position } = byFamily(rules, {
    mill: (rules) => ({
      points: p.mill.points(file, rank),
      moves: p.mill.moves(...exampleMoves(rules, example)),
      position: p.mill.position(rules.quietReset, start),
    }),
    halma: ({ board }) => ({
      points: p.halma.points(file, rank),
      moves: p.halma.moves(example.at(-1)!),
      position: p.halma.position(board.size, start),
    }),
  })
  return [sentences(points, moves), sentences(p.numbering, p.record(numbered(example))), position]
}

/** A placement, a move and a captured point, as examples of the notation. */
function exampleMoves({ board }: MillRules, example: readonly string[]): [string, string, string] {
  const placed = example[0]!
  const line = board.lines.find((points) => points.includes(placed))!
  const to = line.find((point) => point !== placed)!
  return [placed, `${placed}-${to}`, example.at(-1)!.split('x')[1]!]
}

function lastFileAndRank({ board }: RuleSet): [string, number] {
  const last = Math.max(...board.points.map(({ x }) => x))
  return [String.fromCharCode('a'.charCodeAt(0) + last), Math.max(...board.points.map(({ y }) => y)) + 1]
}

/** The corner of the board in a camp. */
function cornerOf(board: HalmaBoard, side: 'white' | 'black'): string {
  const edges = [0, board.size - 1]
  const camp = new Set(board.camps[side])
  return board.points.find(({ name, x, y }) => camp.has(name) && edges.includes(x) && edges.includes(y))!.name
}

/** `1. d6 f4 2. b6 …` */
const numbered = (moves: readonly string[]): string =>
  `${moves.map((move, i) => (i % 2 === 0 ? `${moveNumber(i + 1)}. ${move}` : move)).join(' ')} …`

const inWords = (n: number, p: Phrases): string => p.numbers[n] ?? String(n)

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const sentences = (...parts: (string | false)[]): string => parts.filter(Boolean).join(' ')

const section = (p: Phrases, id: SectionId, ...paragraphs: (string | false)[]): RuleSection => ({
  id,
  title: p.titles[id],
  paragraphs: paragraphs.filter((text): text is string => Boolean(text)),
})
