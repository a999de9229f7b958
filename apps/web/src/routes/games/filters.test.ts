import type { Game } from '@tegenzet/contract'
import { type Filters, readFilters, SHOWN } from '@tegenzet/pages/my-games'
import { describe, expect, it } from 'vitest'
import { addressOf, fits } from './filters.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))
const CHOICES: Filters[] = [
  {},
  { rules: 'halma' },
  { opponent: 'bram-2' },
  { turn: 'theirs' },
  { tournament: 12 },
  { rules: 'muehle', opponent: 'bram', turn: 'mine' },
]

describe('the filters of my games', () => {
  it('stand in the address and are read from it again', () => {
    for (const show of SHOWN)
      for (const filters of CHOICES)
        expect(readFilters(new URL(addressOf(show, filters), 'http://x').searchParams)).toEqual({
          show,
          ...filters,
          ...(show !== 'running' && { turn: undefined }),
        })
    expect(addressOf('running', {})).toBe('/games')
  })

  it('leave out what cannot be', () => {
    expect(read('show=lost&rules=chess&opponent=a%20b&turn=white&tournament=x')).toEqual({ show: 'running' })
  })

  it('let games through by rule set, tournament and opponent, on either side, whatever the case of the name', () => {
    const game = { rules: 'halma', white: { username: 'anna' }, black: { username: 'bram' } } as Game
    expect(fits(game, 'anna', {})).toBe(true)
    expect(fits(game, 'carl', {})).toBe(false)
    expect(fits(game, 'anna', { opponent: 'BRAM', rules: 'halma' })).toBe(true)
    expect(fits(game, 'bram', { opponent: 'anna' })).toBe(true)
    expect(fits(game, 'bram', { opponent: 'bram' })).toBe(false)
    expect(fits(game, 'anna', { rules: 'muehle' })).toBe(false)
    expect(fits(game, 'anna', { tournament: 12 })).toBe(false)
    expect(fits({ ...game, tournament: { id: 12 } } as Game, 'anna', { tournament: 12 })).toBe(true)
  })
})
