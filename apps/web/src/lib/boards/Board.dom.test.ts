import { ruleSet } from '@tegenzet/rules'
import { fireEvent, render, screen } from '@testing-library/svelte'
import { describe, expect, it, vi } from 'vitest'
import Board from './Board.svelte'

const board = ruleSet('muehle').board
const stones = { d6: 'white', a1: 'black', g7: 'white' } as const
const marks = { movable: new Set(['d6', 'g7']), move: { from: null, to: 'a1', captured: null } }

const at = (point: string) => document.querySelector(`[data-point="${point}"]`) as HTMLElement
const nameOf = (point: string) => at(point).getAttribute('aria-label')

describe('a board', () => {
  it('labels every point with its name, its stone and what can be done there', () => {
    render(Board, { board, stones, marks, label: 'Board' })
    expect(screen.getAllByRole('button')).toHaveLength(24)
    expect(nameOf('d6')).toBe('d6, white stone, can move')
    expect(nameOf('a1')).toBe('a1, black stone, last move')
    expect(nameOf('c3')).toBe('c3, empty')
    screen.getByRole('group', { name: 'Board' })
  })

  it('reports which point was picked, by mouse or keyboard', async () => {
    const onpick = vi.fn()
    render(Board, { board, stones, marks, label: 'Board', onpick })
    await fireEvent.click(at('d6'))
    await fireEvent.click(at('c3'))
    expect(onpick.mock.calls).toEqual([['d6'], ['c3']])
  })

  it('has one point in the tab order, and the arrow keys move it', async () => {
    render(Board, { board, stones, marks, label: 'Board' })
    const inOrder = () => screen.getAllByRole('button').filter((point) => point.tabIndex === 0)
    expect(inOrder()).toEqual([at('d6')])
    at('d6').focus()
    await fireEvent.keyDown(at('d6'), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(at('d5'))
    expect(inOrder()).toEqual([at('d5')])
  })

  it('flips the arrow keys along with the board', async () => {
    render(Board, { board, stones, marks, label: 'Board', flipped: true })
    at('d6').focus()
    await fireEvent.keyDown(at('d6'), { key: 'ArrowDown' })
    expect(document.activeElement).toBe(at('d7'))
  })

  it('says what is a draft', () => {
    render(Board, {
      board,
      stones: { d7: 'white' },
      marks: { draft: true, move: { from: null, to: 'd7', captured: 'a1' } },
      label: 'Board',
    })
    expect(nameOf('d7')).toBe('d7, white stone, draft, not sent yet')
    expect(nameOf('a1')).toBe('a1, empty, to be taken, not sent yet')
  })

  it('says why a point cannot be picked, until another is picked', async () => {
    const onpick = (point: string) => (point === 'a1' ? 'That stone is in a mill.' : null)
    render(Board, { board, stones, marks, label: 'Board', onpick })
    await fireEvent.click(at('a1'))
    screen.getByText('That stone is in a mill.')
    await fireEvent.click(at('d6'))
    expect(screen.queryByText('That stone is in a mill.')).toBeNull()
  })

  it('shows a ghost of the stone where it could go, and nowhere else', async () => {
    const targets = new Set(['d5'])
    render(Board, {
      board,
      stones,
      marks: { ...marks, targets, ghost: 'white' },
      label: 'Board',
      onpick: vi.fn(),
    })
    const ghost = () => document.querySelector('.ghost')?.getAttribute('transform')
    await fireEvent.pointerOver(at('c3'))
    expect(ghost()).toBeUndefined()
    await fireEvent.pointerOver(at('d5'))
    expect(ghost()).toContain('translate(')
  })

  it('undoes on Escape', async () => {
    const onundo = vi.fn()
    render(Board, { board, stones, marks, label: 'Board', onundo })
    await fireEvent.keyDown(at('d6'), { key: 'Escape' })
    expect(onundo).toHaveBeenCalledOnce()
  })

  it('does not share gradient ids with another board on the page', () => {
    render(Board, { board, stones, label: 'One' })
    render(Board, { board, stones, label: 'Two' })
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id)
    expect(new Set(ids).size).toBe(ids.length)
  })
})
