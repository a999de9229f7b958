import { trustedMove } from '@tegenzet/rules'
import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import TreeBar from './TreeBar.svelte'
import { TreeBoard } from './tree-board.svelte.ts'
import { TreeCursor } from './tree-cursor.svelte.ts'

function open(rules: 'molenspel' | 'halma', moves = '') {
  const nodes = moves.split(' ').flatMap((move, n) => {
    const parent = n === 0 ? null : n - 1
    return move ? [{ parent, move: trustedMove(move) }] : []
  })
  const cursor = new TreeCursor({ rules, start: null, nodes })
  cursor.goTo(nodes.length)
  const played: string[] = []
  render(TreeBar, { board: new TreeBoard(cursor, { onmove: (move) => played.push(move) }) })
  return played
}

async function type(text: string): Promise<void> {
  for (const key of text) await fireEvent.keyDown(document.body, { key })
}

it('plays a typed move once it is whole', async () => {
  const played = open('molenspel')
  await type('d6')
  expect(played).toEqual(['d6'])
})

it('lets a capture be typed where it could be declined', async () => {
  const played = open('molenspel', 'a1 d2 d1 d3')
  await type('g1')
  expect(played).toEqual([])
  expect(await screen.findByText(/Press Enter/)).toBeTruthy()
  await type('xd3')
  expect(played).toEqual(['g1xd3'])
})

it('plays a move that could go on when Enter is pressed', async () => {
  const played = open('molenspel', 'a1 d2 d1 d3')
  await type('g1')
  await fireEvent.keyDown(document.body, { key: 'Enter' })
  expect(played).toEqual(['g1'])
})

it('lets row 10 be typed where row 1 can be reached too', async () => {
  const played = open(
    'halma',
    'j2-h4 a9-c7 g1-i5 d10-b6 i3-e1 b10-d8 e1-g5 b9-d7 i5-e1 b8-f10 e1-i3 a7-c5 j3-f5 a8-c4 i4-e6 a6-e8 h4-b8 b6-h4 ' +
      'g5-e9 c4-a8 i3-e7 d8-f4 e7-g1 f10-b6 e9-i5 b6-f10 g1-e7 f10-b4 b8-d4 f4-b10 e7-i3 a8-e4 d4-f10 c9-e3 h1-b5 ' +
      'b10-d4 f10-d2',
  )
  await type('d9-d10')
  expect(played).toEqual(['d9-d10'])
})
