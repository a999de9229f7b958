import { describe, expect, it } from 'vitest'
import { listError, readNames, refusedLines, takenLines, useProposals, withProposals } from './read-names.ts'

describe('a pasted list of names', () => {
  it('is read line by line, and keeps the numbers of lines where some are empty', () => {
    expect(readNames('  anna\r\n\nBram \n\t\n\ncato')).toEqual([
      { line: 1, username: 'anna' },
      { line: 3, username: 'Bram' },
      { line: 6, username: 'cato' },
    ])
  })

  it('refuses what is no username, and the second of two that differ in capitals only', () => {
    const refused = refusedLines(readNames('anna\nJan de Vries\nzoë\nANNA\nab'))
    expect(refused.map(({ line, username }) => [line, username])).toEqual([
      [2, 'Jan de Vries'],
      [3, 'zoë'],
      [4, 'ANNA'],
      [5, 'ab'],
    ])
    expect(refused[2]?.why).not.toBe(refused[0]?.why)
  })

  it('finds the lines of names that the server refuses', () => {
    const names = readNames('anna\n\nadmin\nBram')
    expect(takenLines(names, ['Admin', 'bram']).map(({ line }) => line)).toEqual([3, 4])
  })

  it('gets usernames proposed for the lines that cannot be used, none of them twice', () => {
    const text = 'anna\r\nAnna de Vries\n\nZoë\n ANNA\nZoe\n李'
    const names = readNames(text)
    const refused = withProposals(refusedLines(names), names, 'nl')
    expect(refused.map(({ line, proposal }) => [line, proposal])).toEqual([
      [2, 'Anna-de-Vries'],
      [4, 'Zoe2'],
      [5, 'ANNA2'],
      [7, undefined],
    ])
    expect(useProposals(text, refused)).toBe('anna\nAnna-de-Vries\n\nZoe2\nANNA2\nZoe\n李')
    const taken = withProposals(takenLines(names, ['anna']), names, 'nl')
    expect(taken.map(({ proposal }) => proposal)).toEqual(['anna2', 'ANNA3'])
  })

  it('has at least one name and at most a hundred', () => {
    expect(listError([])).toBeDefined()
    const names = Array.from({ length: 101 }, (_, n) => ({ line: n + 1, username: `kid${n}` }))
    expect(listError(names)).toContain('101')
    expect(listError(names.slice(1))).toBeUndefined()
  })
})
