import '../../../packages/rules/test/three-in-a-row/drawing.ts'
import { decodePosition, legalMoves, positionsOf, type Stones, trustedMove } from '@tegenzet/rules'
import { render, screen } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { beforeAll, expect, it } from 'vitest'
import Board from '$lib/boards/Board.svelte'
import SmallBoard from '$lib/boards/SmallBoard.svelte'
import { DESCRIPTIONS } from '$lib/families/description-of.ts'
import { EXAMPLES, exampleOf } from '$lib/families/example-of.ts'
import { wins } from '$lib/families/goals.ts'
import { lessonsOf, missedGoal } from '$lib/families/lessons.ts'
import { MISTAKES, mistakeOf } from '$lib/families/mistake-of.ts'
import { PLAYING, playingOf } from '$lib/families/playing-of.ts'
import { SCALES } from '$lib/families/scale-of.ts'
import { TEACHING } from '$lib/families/teaching-of.ts'
import { setLocale } from '$lib/i18n/locale.svelte.ts'
import QuietMovesTimeline from '$lib/play/draws/QuietMovesTimeline.svelte'
import { playedMoveMarks } from '$lib/play/game/board-marks.ts'
import { DraftMove } from '$lib/play/game/draft-move.svelte.ts'
import Seat from '$lib/play/game/Seat.svelte'
import { variantFacts, variantSubtitle } from '$lib/rules/variant.ts'
import { THREE } from '../../../packages/rules/test/three-in-a-row/add.ts'
import { addAnswer } from '../../../packages/rules/test/three-in-a-row/add-answer.ts'
import type { GridBoard } from '../../../packages/rules/test/three-in-a-row/rules.ts'
import { formatEvaluation } from './routes/analysis/[id]/engine/format-evaluation.ts'
import { options } from './routes/rules/[id]/rule-options.ts'

/** Three stones of one side in a row. */
const rowsOf = ({ rows }: GridBoard, stones: Stones) =>
  rows.filter(([a, b, c]) => stones[a] && stones[a] === stones[b] && stones[a] === stones[c])

addAnswer(PLAYING, ({ board, restart }) => ({
  start: () => 'Place a stone',
  move: ({ hands, side }) => (hands?.[side] ? 'Place one' : 'Move a stone to a point beside'),
  capturing: {
    open: () => 'traps a stone',
    safe: () => 'That stone is not trapped',
    first: () => 'Take the trapped stone, or nothing',
  },
  ownRefusal: () => 'That stone has no free point beside it',
  targetRefusal: (_, { from }, point) => `${point} is not beside ${from}`,
  rows: (stones) => rowsOf(board, stones),
  progress: ({ stones }, side) => (stones[restart] === side ? { text: 'In the middle', short: '1' } : null),
  puzzleFailed: () => 'That does not close a row',
}))
addAnswer(TEACHING, ({ restart }) => ({
  picture: 'trapping',
  setups: {
    placing: {
      white: 'a1 b1',
      black: 'a3',
      hand: 1,
      goals: [wins(() => 'There is no row yet')],
      task: () => 'Make a row',
      done: () => 'A row wins',
    },
    trapping: {
      white: 'a1 c2',
      black: 'b1 b3',
      quiet: 7,
      goals: [{ isMet: ({ captured }) => captured === 'b1', missed: () => 'You have taken nothing' }],
      task: () => 'Trap the stone',
      done: () => 'Trapped',
    },
    counting: {
      white: 'a1 b1 c2',
      black: 'a3 b3 a2',
      goals: [{ isMet: ({ to }) => to === restart, missed: () => 'The count goes on' }],
      task: () => `Go to ${restart}`,
      done: () => 'The count starts again',
    },
  },
  counters: ({ hand, quiet, moveNumber }) => [hand, hand, quiet, moveNumber],
}))
addAnswer(DESCRIPTIONS, ({ stones, trapping, restart }) => ({
  family: () => 'Three in a row',
  game: () => 'Tic-tac-toe',
  variant: () => 'with moves',
  facts: () => [`${stones} stones each`],
  board: () => 'Three by three points',
  quiet: {
    draw: () => `after fifty moves each off ${restart}`,
    reset: ({ ply, move }) => `The last stone went to ${restart} with ${ply} ${move}`,
  },
  moving: () => [
    { name: 'Moves', value: 'To a point beside' },
    { name: 'Between two', value: trapping ? 'may be taken' : 'stays' },
  ],
}))
addAnswer(EXAMPLES, () => ({ stones, from, to, captured, move }) => ({
  stones,
  marks: { move: { from, to, captured } },
  caption: `After ${move} White threatens a row`,
}))
addAnswer(SCALES, () => ({ unit: 100, clear: 1 }))
addAnswer(MISTAKES, () => () => null)

beforeAll(() => setLocale('en'))

it('has a board to be looked at and picked from, and an example on it', () => {
  const { stones, marks, caption } = exampleOf(THREE)
  render(Board, { board: THREE.board, stones, marks, label: caption })
  expect(screen.getAllByRole('button')).toHaveLength(9)
  expect(document.querySelectorAll('.surface path[d^="M"]').length).toBeGreaterThan(0)
  const { container } = render(SmallBoard, { board: THREE.board, stones, label: caption })
  expect(container.querySelectorAll('use')).toHaveLength(3)
})

it('is played by picking points, with a reason for those that cannot be picked', () => {
  const at = positionsOf(THREE, 'a1 c3 b1 b3 c2 a2'.split(' ').map(trustedMove)).at(-1)!
  const draft = new DraftMove(THREE, () => at)
  expect(draft.pick('a1')).toBeNull()
  expect(draft.pick('c1')).toBe('c1 is not beside a1')
  expect(draft.pick('b2')).toBeNull()
  expect(draft.move).toBe('a1-b2')
  expect(playingOf(THREE).move(decodePosition(THREE, at))).toContain('beside')
})

it('has a capture of its own, which is picked, and marks of its own', () => {
  const at = lessonsOf(THREE).find(({ id }) => id === 'trapping')!.position
  const draft = new DraftMove(THREE, () => at)
  for (const point of ['c2', 'c1']) expect(draft.pick(point)).toBeNull()
  expect([draft.mustCapture, draft.mayCaptureNothing, draft.move]).toEqual([true, true, null])
  expect(draft.pick('b3')).toBe('That stone is not trapped')
  expect(draft.pick('a2')).toBe('Take the trapped stone, or nothing')
  expect(draft.pick('b1')).toBeNull()
  expect(draft.move).toBe('c2-c1xb1')

  const row = positionsOf(THREE, 'b2 a1 a3 b1 c1'.split(' ').map(trustedMove))
  const { stones } = decodePosition(THREE, row.at(-1)!)
  const marks = playedMoveMarks(THREE, row.at(-2)!, trustedMove('c1'), stones)
  expect(marks.mills).toEqual([['a3', 'b2', 'c1']])
})

it('says how far a side has come, and counts quiet moves by its own rule', () => {
  const view = decodePosition(THREE, positionsOf(THREE, [trustedMove('b2')])[1]!)
  const seat = { view, rules: THREE, name: createRawSnippet(() => ({ render: () => '<b>Anna</b>' })) }
  render(Seat, { ...seat, side: 'white' })
  expect(screen.getByText('In the middle')).toBeTruthy()
  render(QuietMovesTimeline, {
    rules: THREE,
    plies: [2, 9],
    stretch: { before: { ply: 1, move: trustedMove('b2') }, within: [] },
  })
  expect(screen.getByText('The last stone went to b2 with 1w b2')).toBeTruthy()
})

it('is taught, described and judged', () => {
  for (const lesson of lessonsOf(THREE)) {
    const moves = legalMoves(THREE, lesson.positions.at(-1)!)
    const solved = moves.filter((move) => missedGoal(THREE, lesson, move) === undefined)
    expect(solved.length, lesson.id).toBeGreaterThan(0)
    expect(solved.length, lesson.id).toBeLessThan(moves.length)
    expect(lesson.task()).not.toBe('')
  }
  expect(variantSubtitle(THREE)).toContain('Tic-tac-toe')
  expect(variantFacts(THREE)[0]).toBe('3 stones each')
  expect(options(THREE)[0]!.value).toBe('Three by three points')
  expect(options(THREE).map(({ value }) => value)).toContain('may be taken')
  expect(
    options(THREE)
      .map(({ value }) => value)
      .join(),
  ).toContain('after fifty moves each off b2')
  expect(formatEvaluation(THREE, { score: 150, decidedIn: null }, 'black')).toMatch(/1.5$/)
  const line = { positions: [], moves: [] }
  expect(mistakeOf(THREE, { move: trustedMove('b2'), played: line, best: line })).toBeNull()
})
