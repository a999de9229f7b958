export { checkValues } from './check-values.ts'
export { type Counts, countValues } from './count-values.ts'
export { fingerprint, groupOf, TABLE_GROUPS, type TableGroup } from './fingerprint.ts'
export {
  bestLine,
  type JudgedMove,
  type Judgement,
  judgeMoves,
  judgePosition,
  NOT_COVERED,
  rankOf,
  type ValueSource,
} from './judge-position.ts'
export { pairsUpTo, type SetIndex, Solver, solvePair } from './solve.ts'
export { lookUp, type SolvedSet } from './solved-set.ts'
export { openTable, type Table } from './table.ts'
export {
  blockStarts,
  checkBlock,
  headerLength,
  PREFIX_LENGTH,
  readHeader,
  type TableHeader,
  UnusableTable,
  writeTable,
} from './table-file.ts'
export { DRAW, decodePlies, decodeValue, MAX_PLIES, type Value } from './value.ts'
