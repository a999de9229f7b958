import { bestLines } from '@tegenzet/engine'
import { type Position, type RuleSetId, ruleSet } from '@tegenzet/rules'
import type { Evaluation } from './evaluation.ts'

/** Positions of a game to evaluate: first all of them shortly, then each longer. */
export interface ReviewRequest {
  rules: RuleSetId
  revision: number
  positions: Position[]
  /** The indexes to evaluate, and those of them that are done shortly already. */
  todo: number[]
  glanced: number[]
}

export interface ReviewAnswer {
  index: number
  evaluation: Evaluation
  /** It was evaluated at length. */
  thorough: boolean
}

const GLANCE_NODES = 1_500
/** At most 18 s for a game of 60 plies, on any device. */
const THOROUGH = { nodes: 250_000, millis: 290 }

self.onmessage = ({ data }: MessageEvent<ReviewRequest>) => {
  const rules = ruleSet(data.rules, data.revision)
  const evaluate = (index: number, nodes: number, millis: number): Evaluation | null => {
    const end = performance.now() + millis
    const signal = {
      get aborted() {
        return performance.now() >= end
      },
    }
    const [best] = bestLines(rules, data.positions.slice(0, index + 1), { maxNodes: nodes, signal })
    if (!best) return null
    const { score, decidedIn, line } = best
    return { score, decidedIn, line, isExact: false }
  }
  const answer = (index: number, evaluation: Evaluation | null, thorough: boolean) => {
    if (evaluation) self.postMessage({ index, evaluation, thorough } satisfies ReviewAnswer)
  }
  const glance = data.todo.filter((index) => !data.glanced.includes(index))
  for (const index of glance) answer(index, evaluate(index, GLANCE_NODES, THOROUGH.millis), false)
  for (const index of data.todo) answer(index, evaluate(index, THOROUGH.nodes, THOROUGH.millis), true)
  self.postMessage('done')
}
