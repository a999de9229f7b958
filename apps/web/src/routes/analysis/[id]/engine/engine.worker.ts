import { type BestMove, bestLines } from '@tegenzet/engine'
import { type Position, type RuleSetId, ruleSet } from '@tegenzet/rules'

/** What the page asks for. The worker is ended to stop it earlier. */
export interface EngineTask {
  rules: RuleSetId
  /** All of the game so far. */
  positions: readonly Position[]
  lines: number
  maxMillis: number
}

/** A finished depth; null at the end. */
export type EngineMessage = BestMove[] | null

addEventListener('message', ({ data }: MessageEvent<EngineTask>) => {
  const { rules, positions, lines, maxMillis } = data
  const end = performance.now() + maxMillis
  const signal = {
    get aborted() {
      return performance.now() >= end
    },
  }
  const send = (message: EngineMessage) => postMessage(message)
  send(bestLines(ruleSet(rules), positions, { lines, signal, onDepth: send }))
  send(null)
})
