import { trustedMove } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import { render } from '@testing-library/svelte'
import { flushSync, tick } from 'svelte'
import { expect, it, vi } from 'vitest'
import TreeView from './TreeView.svelte'
import { TreeEditor } from './tree-editor.svelte.ts'

// jsdom does not implement it.
globalThis.IntersectionObserver = class {
  observe() {}
  disconnect() {}
} as unknown as typeof IntersectionObserver

const node = (parent: number | null, move: string, notes = {}) => ({
  parent,
  move: trustedMove(move),
  ...notes,
})
const TREE: MoveTree = {
  rules: 'muehle',
  start: null,
  nodes: [
    node(null, 'd6'),
    node(0, 'f4', { nags: [1] }),
    node(1, 'a1', { comment: 'Calm.' }),
    node(2, 'g1'),
    node(0, 'b4', { comment: 'Sharp.' }),
    node(4, 'a1'),
    node(4, 'g1'),
    node(5, 'g4'),
  ],
}

function open(tree = TREE) {
  const editor = new TreeEditor(tree)
  const oncut = vi.fn()
  render(TreeView, { cursor: editor.cursor, oncut })
  return { editor, oncut }
}
const rows = () =>
  Array.from(document.querySelectorAll('li'), (row) => row.textContent?.replace(/\s+/g, ' ').trim())
const button = (index: number) => document.querySelector<HTMLElement>(`[data-node="${index}"]`)!
const press = async (key: string) => {
  document.activeElement!.dispatchEvent(
    new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
  )
  await tick()
}

it('shows the main line in columns, and variations below the moves they replace', () => {
  open()
  expect(rows()).toEqual([
    '1. d6 f4 !',
    'Variation on 1b, level 1: 1b b4 Sharp.2w a1',
    'Variation on 2w, level 2: 2w g1',
    '2b g4',
    '2. a1',
    'Calm.',
    '2. … g1',
  ])
  expect(button(1).getAttribute('aria-label')).toBe('1b f4, Good move')
  expect(button(4).getAttribute('aria-label')).toBe('1b b4, with a comment')
})

it('a click shows a move, and keys lead on from it', async () => {
  const { editor, oncut } = open()
  button(1).click()
  flushSync()
  expect(button(1).getAttribute('aria-current')).toBe('step')
  expect(document.querySelectorAll('[data-node][tabindex="0"]')).toHaveLength(1)
  button(1).focus()
  await press('ArrowDown')
  expect(editor.cursor.at).toBe(4)
  expect(document.activeElement).toBe(button(4))
  await press('ArrowRight')
  expect(editor.cursor.at).toBe(5)
  await press('End')
  expect(editor.cursor.at).toBe(7)
  await press('Delete')
  expect(oncut).toHaveBeenCalledOnce()
  await press('Home')
  expect(editor.cursor.at).toBe(null)
})

it('draws a long tree in part', () => {
  const cycle = ['a1-a4', 'g1-g4', 'a4-a1', 'g4-g1']
  const nodes = Array.from({ length: 1600 }, (_, n) => node(n === 0 ? null : n - 1, cycle[n % 4]!))
  const start = 'w.b/.../.../....../.../b.w/w.b w 0 0 0 1' as MoveTree['start']
  const { editor } = open({ rules: 'muehle', start, nodes })
  expect(document.querySelectorAll('[data-node]').length).toBeLessThan(100)
  editor.cursor.select(1500)
  flushSync()
  expect(button(1500)).not.toBeNull()
  expect(document.querySelectorAll('[data-node]').length).toBeLessThan(200)
})
