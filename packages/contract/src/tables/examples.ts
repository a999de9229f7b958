import type { TableAnswer, TableLine, TableSet } from './schemas.ts'

const POSITION = 'ww./..w/..b/....../.b./.../..b w 0 0 0 40'
const value = { covered: true, value: 'win', plies: 1, claimable: false } as const

const set: TableSet = {
  group: 'muehle',
  rules: ['muehle', 'merels-wild', 'moulin', 'lasker'],
  w: 3,
  b: 3,
  n: 2_691_920,
  win: 2_232_160,
  loss: 455_648,
  draw: 4_112,
  max: 26,
  fingerprint: 'b42d7d785d35b190',
}
/** Shortened: two of the moves. */
const answer = {
  ...value,
  moves: [
    { move: 'f6-g7xe5', value: 'win', plies: 1 },
    { move: 'a7-a4', value: 'loss', plies: 4 },
  ],
} as TableAnswer
const line = { covered: true, value: 'win', plies: 1, line: ['f6-g7xe5'] } as unknown as TableLine

export const TABLE_EXAMPLES = {
  listTables: { response: { items: [set] } },
  probePosition: { response: answer },
  probePositions: { body: { positions: [POSITION] }, response: { items: [{ ...value, leftOut: false }] } },
  getTableLine: { response: line },
}
