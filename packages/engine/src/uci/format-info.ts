import type { BestMove } from '../line-in-notation.ts'
import type { Report } from './search-task.ts'

/** One `info` line for each line of the search. */
export const formatInfo = ({ lines, millis }: Report): string[] =>
  lines.map((line, n) => {
    const time = Math.round(millis)
    const nps = Math.round((line.nodes * 1000) / Math.max(1, millis))
    return `info depth ${line.depth} multipv ${n + 1} score ${formatScore(line)} nodes ${line.nodes} nps ${nps} time ${time} pv ${line.line.join(' ')}`
  })

/** `mate` counts the own moves of the side to move, and is negative if it loses. */
function formatScore({ score, decidedIn }: BestMove): string {
  if (decidedIn === null) return `cp ${score}`
  const moves = Math.ceil(Math.abs(decidedIn) / 2)
  return `mate ${decidedIn < 0 ? -moves : moves}`
}
