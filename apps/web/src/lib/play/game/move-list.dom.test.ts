import { ruleSet, trustedMove } from '@tegenzet/rules'
import { render } from '@testing-library/svelte'
import { flushSync } from 'svelte'
import { expect, it } from 'vitest'
import { movesWithRepetition } from '$lib/play/game/repetition-fixture.ts'
import { GameBoard } from './game-board.svelte.ts'
import MoveList from './MoveList.svelte'

// jsdom does not implement it.
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

function open(plies: number): GameBoard {
  const board = new GameBoard(ruleSet('muehle'), { moves: movesWithRepetition(plies - 18) })
  render(MoveList, { board })
  return board
}
const plies = (): number[] =>
  Array.from(document.querySelectorAll<HTMLElement>('[data-ply]'), ({ dataset }) => Number(dataset.ply))

it('draws all moves of an ordinary game', () => {
  open(120)
  expect(plies()).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
})

it('draws only the moves around the one shown in a long game', () => {
  const board = open(1999)
  expect(plies()).toHaveLength(39)
  expect(plies().at(-1)).toBe(1999)
  expect(document.querySelector('[aria-current]')?.textContent?.trim()).toBe(board.moves.at(-1))
  board.goTo(1000)
  flushSync()
  expect(plies()).toContain(1000)
  expect(plies()).toHaveLength(40)
  board.goTo(0)
  flushSync()
  expect(plies()[0]).toBe(1)
  board.append(trustedMove('a4-a1'))
  flushSync()
  expect(plies()).toHaveLength(40)
})
