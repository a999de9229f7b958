export { bestMove, type Found, LEVELS, type Level, type Thinking } from './best-move.ts'
