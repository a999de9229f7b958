export { type Judged, judgeAttempt, type RefusedMove, type Verdict } from './judge-attempt.ts'
export { ownMoves, PUZZLE_THEMES, type Puzzle, type PuzzleSource, type PuzzleTheme } from './puzzle.ts'
export { readPuzzles, writePuzzles } from './puzzle-file.ts'
export { type RankedMove, rankMoves, type Stones, stonesOf } from './rank-moves.ts'
