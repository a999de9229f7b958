import '../../../packages/board/test/three-in-a-row.ts'
import { legalMoves, positionsOf, trustedMove } from '@tegenzet/rules'
import { render, screen } from '@testing-library/svelte'
import { beforeAll, expect, it } from 'vitest'
import { formatEvaluation } from '$lib/analysis/format-evaluation.ts'
import Board from '$lib/boards/Board.svelte'
import SmallBoard from '$lib/boards/SmallBoard.svelte'
import { DESCRIPTIONS } from '$lib/families/description-of.ts'
import { EXAMPLES, exampleOf } from '$lib/families/example-of.ts'
import { MISTAKES, mistakeOf } from '$lib/families/mistake-of.ts'
import { PLAYING, playingOf } from '$lib/families/playing-of.ts'
import { SCALES } from '$lib/families/scale-of.ts'
import { TEACHING } from '$lib/families/teaching-of.ts'
import { DraftMove } from '$lib/game/draft-move.svelte.ts'
import { formatPickRefusal } from '$lib/game/format-pick-refusal.ts'
import { setLocale } from '$lib/i18n/locale.svelte.ts'
import { formatTask, formatWrong } from '$lib/lessons/format-lesson.ts'
import { lessonsOf, missedGoal } from '$lib/lessons/lessons.ts'
import { options } from '$lib/rules/rule-options.ts'
import { variantFacts, variantSubtitle } from '$lib/rules/variant.ts'
import { THREE } from '../../../packages/rules/test/three-in-a-row/add.ts'
import { addAnswer } from '../../../packages/rules/test/three-in-a-row/add-answer.ts'

addAnswer(PLAYING, () => ({
  start: () => 'Place a stone',
  move: () => 'Move a stone to a point beside',
  targetRefusal: () => 'not-adjacent',
  origin: ({ from }) => from,
  blocked: () => 'That stone has no free point beside it',
  puzzleFailed: () => 'That does not close a row',
}))
addAnswer(TEACHING, () => ({
  setups: {
    placing: { white: 'a1 b1', black: 'a3', hand: 1, goals: ['wins'] },
    moving: { white: 'a1 b1 c2', black: 'a3 b3 a2', goals: ['wins', 'steps'] },
  },
  counters: ({ hand, moveNumber }) => [hand, hand, moveNumber],
  camp: () => [],
  clearingMoves: 0,
  isFlight: () => false,
  doesNotWin: () => 'There is no row yet',
}))
addAnswer(DESCRIPTIONS, ({ stones }) => ({
  family: () => 'Three in a row',
  game: () => 'Tic-tac-toe',
  variant: () => 'with moves',
  facts: () => [`${stones} stones each`],
  board: () => 'Three by three points',
  moving: () => [{ name: 'Moves', value: 'To a point beside' }],
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
  const refusal = draft.pick('c1')
  expect(refusal).toBe('not-adjacent')
  expect(formatPickRefusal(refusal!, THREE, draft.selection, 'c1')).toContain('a1')
  expect(draft.pick('b2')).toBeNull()
  expect(draft.move).toBe('a1-b2')
  expect(playingOf(THREE).move({} as never)).toContain('beside')
})

it('is taught, described and judged', () => {
  for (const lesson of lessonsOf(THREE)) {
    const moves = legalMoves(THREE, lesson.positions.at(-1)!)
    const solved = moves.filter((move) => missedGoal(THREE, lesson, move) === undefined)
    expect(solved.length, lesson.id).toBeGreaterThan(0)
    expect(solved.length, lesson.id).toBeLessThan(moves.length)
    expect(formatTask(THREE, lesson.id)).not.toBe('')
  }
  expect(formatWrong(THREE, 'wins')).toContain('no row')
  expect(variantSubtitle(THREE)).toContain('Tic-tac-toe')
  expect(variantFacts(THREE)[0]).toBe('3 stones each')
  expect(options(THREE)[0]!.value).toBe('Three by three points')
  expect(formatEvaluation(THREE, { score: 150, decidedIn: null }, 'black')).toMatch(/1.5$/)
  const line = { positions: [], moves: [] }
  expect(mistakeOf(THREE, { move: trustedMove('b2'), played: line, best: line })).toBeNull()
})
