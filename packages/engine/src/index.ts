export { type BestMove, type BestMoveOptions, bestMove, LEVELS, type Level } from './best-move.ts'
export { ENGINE_VERSION } from './engine-version.ts'
