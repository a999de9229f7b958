import { legalMoves, ruleSet, trustedMove } from '@tegenzet/rules'
import { checkTree, type MoveTree } from '@tegenzet/trees'
import { expect, it, vi } from 'vitest'
import { TreeEditor } from './tree-editor.svelte.ts'

const EMPTY: MoveTree = { rules: 'muehle', start: null, nodes: [] }
const moves = (text: string) => text.split(' ').map(trustedMove)

function editorOf(line: string, options = {}): TreeEditor {
  const editor = new TreeEditor(EMPTY, options)
  for (const move of moves(line)) editor.play(move)
  return editor
}

const shown = ({ cursor }: TreeEditor) => cursor.line.map((index) => cursor.tree.nodes[index]!.move).join(' ')
const whole = ({ cursor }: TreeEditor) =>
  cursor.fullLine.map((index) => cursor.tree.nodes[index]!.move).join(' ')
const nodeOf = ({ cursor }: TreeEditor, move: string) =>
  cursor.tree.nodes.findIndex((node) => node.move === move)

it('moves that are played are added, and known ones are shown', () => {
  const onchange = vi.fn()
  const editor = editorOf('d6 f4 a1', { onchange })
  expect(shown(editor)).toBe('d6 f4 a1')
  editor.cursor.goTo(1)
  editor.play(trustedMove('f4'))
  expect(onchange).toHaveBeenCalledTimes(3)
  expect(editor.cursor.tree.nodes).toHaveLength(3)
  editor.cursor.goTo(1)
  editor.play(trustedMove('b4'))
  expect(shown(editor)).toBe('d6 b4')
  expect(editor.cursor.tree.nodes).toHaveLength(4)
  expect(checkTree(editor.cursor.tree).ok).toBe(true)
})

it('going back stays on the line one came from', () => {
  const editor = editorOf('d6 f4 a1')
  editor.cursor.goTo(1)
  editor.play(trustedMove('b4'))
  editor.play(trustedMove('g1'))
  editor.cursor.goTo(0)
  expect(whole(editor)).toBe('d6 b4 g1')
  editor.cursor.select(nodeOf(editor, 'f4'))
  expect(whole(editor)).toBe('d6 f4 a1')
  expect(editor.cursor.switchVariation(1)).toBe(true)
  expect(shown(editor)).toBe('d6 b4')
  expect(editor.cursor.switchVariation(1)).toBe(false)
})

it('a variation is promoted where it leaves its line, and made the main line as a whole', () => {
  const editor = editorOf('d6 f4 a1')
  editor.cursor.goTo(1)
  editor.play(trustedMove('b4'))
  editor.play(trustedMove('a1'))
  editor.cursor.goTo(2)
  editor.play(trustedMove('g1'))
  const before = editor.cursor.position
  expect(editor.canPromote(0)).toBe(false)
  // within its variation first
  editor.promote(editor.cursor.at!)
  expect(shown(editor)).toBe('d6 b4 g1')
  expect(editor.cursor.position).toBe(before)
  editor.promote(editor.cursor.at!)
  expect(editor.canPromote(editor.cursor.at!)).toBe(false)
  expect(editor.cursor.tree.nodes.map(({ move }) => move).join(' ')).toBe('d6 b4 g1 a1 f4 a1')
  expect(checkTree(editor.cursor.tree).ok).toBe(true)
  editor.cursor.select(4)
  editor.makeMainLine(4)
  editor.cursor.goTo(0)
  expect(whole(editor)).toBe('d6 f4 a1')
  editor.undo()
  editor.undo()
  editor.undo()
  expect(editor.cursor.tree.nodes.map(({ move }) => move).join(' ')).toBe('d6 f4 a1 b4 a1 g1')
})

it('cutting shows the position before, and can be undone', () => {
  const editor = editorOf('d6 f4 a1 b4')
  editor.cut(1)
  expect(shown(editor)).toBe('d6')
  expect(editor.cursor.tree.nodes).toHaveLength(1)
  editor.undo()
  expect(shown(editor)).toBe('d6 f4 a1 b4')
})

it('the moves of a game stay first and cannot be cut', () => {
  const editor = editorOf('d6 f4 a1', { played: () => moves('d6 f4') })
  expect(editor.canCut(1)).toBe(false)
  editor.cut(1)
  expect(editor.cursor.tree.nodes).toHaveLength(3)
  expect(editor.canCut(2)).toBe(true)
  editor.cursor.goTo(1)
  editor.play(trustedMove('b4'))
  expect(editor.canPromote(3)).toBe(false)
  expect(editor.canMakeMainLine(3)).toBe(false)
  editor.cursor.goTo(2)
  editor.cursor.select(1)
  editor.play(trustedMove('g1'))
  expect(editor.canPromote(4)).toBe(true)
})

it('comments, glyphs and shapes are noted on the position shown', () => {
  const editor = editorOf('d6')
  editor.setComment('Go')
  editor.setComment('Good')
  editor.toggleNag(1)
  editor.toggleNag(16)
  editor.toggleNag(2)
  editor.setShapes([{ from: 'd6', colour: 'red' }])
  expect(editor.cursor.node).toEqual({
    parent: null,
    move: 'd6',
    comment: 'Good',
    nags: [2, 16],
    shapes: [{ from: 'd6', colour: 'red' }],
  })
  for (let n = 0; n < 5; n++) editor.undo()
  expect(editor.cursor.node).toEqual({ parent: null, move: 'd6' })
  editor.toggleNag(2)
  editor.toggleNag(2)
  editor.cursor.goTo(0)
  editor.setComment('All of it')
  expect(editor.cursor.tree).toEqual({
    ...EMPTY,
    comment: 'All of it',
    nodes: [{ parent: null, move: 'd6' }],
  })
})

it('a tree that is full takes nothing more', () => {
  const rules = ruleSet('muehle')
  const editor = new TreeEditor(EMPTY)
  const points = legalMoves(rules, editor.cursor.position)
  for (const move of points) {
    editor.cursor.goTo(0)
    editor.play(move)
    editor.setComment('…'.repeat(2000))
    for (const next of points.slice(0, 20)) {
      if (next === move) continue
      editor.cursor.select(nodeOf(editor, move))
      editor.play(next)
      if (editor.setComment('…'.repeat(2000)) === 'too-large') return
    }
  }
  throw new Error('took everything')
})

it('another version keeps what is shown as far as it has it', () => {
  const editor = editorOf('d6 f4 a1')
  editor.replace({
    ...EMPTY,
    nodes: [
      { parent: null, move: trustedMove('a7') },
      { parent: null, move: trustedMove('d6') },
    ],
  })
  expect(shown(editor)).toBe('d6')
  expect(editor.canUndo).toBe(false)
})
