import { describe, expect, it } from 'vitest'
import { listError, readNames, refusedLines, takenLines } from './read-names.ts'

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

  it('has at least one name and at most a hundred', () => {
    expect(listError([])).toBeDefined()
    const names = Array.from({ length: 101 }, (_, n) => ({ line: n + 1, username: `kid${n}` }))
    expect(listError(names)).toContain('101')
    expect(listError(names.slice(1))).toBeUndefined()
  })
})
