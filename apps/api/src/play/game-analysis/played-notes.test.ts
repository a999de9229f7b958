import { trustedMove } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import { describe, expect, it } from 'vitest'
import { notesOf, timeOf, timesAfter, withNote } from './played-notes.ts'

const tree = (nodes: [number | null, string, string?][], comment?: string): MoveTree => ({
  rules: 'muehle',
  start: null,
  ...(comment && { comment }),
  nodes: nodes.map(([parent, move, text]) => ({
    parent,
    move: trustedMove(move),
    ...(text && { comment: text }),
  })),
})

describe('notes', () => {
  it('are the comments on the line played, also where that is a variation', () => {
    const analysis = tree(
      [
        [null, 'a1', 'Instead'],
        [null, 'd6', 'Played'],
        [0, 'f4', 'Not played'],
        [1, 'f4'],
        [3, 'd2', 'Later'],
      ],
      'All',
    )
    expect([...notesOf(analysis, ['d6', 'f4'])]).toEqual([
      [0, 'All'],
      [1, 'Played'],
    ])
    expect([...notesOf(analysis, ['d6', 'f4', 'd2', 'b4'])].at(-1)).toEqual([3, 'Later'])
  })

  it('bring the moves with them that the tree lacks, after its own', () => {
    const analysis = tree([
      [null, 'd6'],
      [0, 'a1'],
    ])
    const noted = withNote(analysis, ['d6', 'f4', 'd2'], 3, 'Good')
    expect(noted.nodes).toEqual([
      ...analysis.nodes,
      { parent: 0, move: 'f4' },
      { parent: 2, move: 'd2', comment: 'Good' },
    ])
    expect(withNote(noted, ['d6', 'f4', 'd2'], 3, '').nodes.at(-1)).toEqual({ parent: 2, move: 'd2' })
  })

  it('are removed without adding moves', () => {
    const analysis = tree([], 'All')
    expect(withNote(analysis, ['d6', 'f4'], 2, '')).toEqual(analysis)
    expect(withNote(analysis, ['d6', 'f4'], 0, '')).toEqual({ rules: 'muehle', start: null, nodes: [] })
  })

  it('get a new time when they change, and keep it otherwise', () => {
    const since = new Date('2026-11-20T12:00:00.000Z')
    const times = { 1: '2026-11-21T12:00:00.000Z' }
    const before = {
      notes: new Map([
        [1, 'Same'],
        [2, 'Reached since'],
        [3, 'Old'],
      ]),
      times,
      since,
    }
    const after = new Map([
      [1, 'Same'],
      [2, 'Reached since'],
      [3, 'New'],
      [4, 'First'],
    ])
    expect(timesAfter(before, after, since)).toEqual({
      ...times,
      2: since.toISOString(),
      // the clock stands still, but the version is another one
      3: '2026-11-20T12:00:00.001Z',
      4: since.toISOString(),
    })
    expect(timeOf(before, 3)).toBe(since.toISOString())
  })
})
