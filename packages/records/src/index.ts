export {
  GAME_RESULTS,
  type GameRecord,
  type GameResult,
  RECORD_ERROR_CODES,
  RECORD_LIMITS,
  type RecordError,
  type RecordErrorCode,
} from './game-record.ts'
export { type ReadOptions, RecordReader, readRecords, recordsInSteps } from './read-records.ts'
export { parseGame, type WritableGame, writeRecord } from './write-record.ts'
