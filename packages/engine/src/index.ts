export { type BestMove, type BestMoveOptions, bestMove, LEVELS, type Level } from './best-move.ts'
