import { bestLines } from '@tegenzet/engine'
import { type Position, type RuleSetId, ruleSet } from '@tegenzet/rules'
import type { Evaluation } from '$lib/analysis/review/evaluation.ts'

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

/** All positions are glanced at within about this time on any device, so that the graph goes through the whole game. */
const GLANCES_MS = 500
/** At most 18 s for a game of 60 plies, on any device. */
const THOROUGH = { nodes: 250_000, millis: 290 }
/** Answers that come faster are told together: the page judges all moves again for each message. */
const MESSAGE_EVERY_MS = 100

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
  let answers: ReviewAnswer[] = []
  let toldAt = performance.now()
  const tell = () => {
    if (answers.length > 0) self.postMessage(answers)
    answers = []
    toldAt = performance.now()
  }
  const add = (index: number, evaluation: Evaluation | null, thorough: boolean) => {
    if (evaluation) answers.push({ index, evaluation, thorough })
    if (performance.now() - toldAt >= MESSAGE_EVERY_MS) tell()
  }
  const glance = data.todo.filter((index) => !data.glanced.includes(index))
  const millis = GLANCES_MS / glance.length
  for (const index of glance) add(index, evaluate(index, THOROUGH.nodes, millis), false)
  for (const index of data.todo) add(index, evaluate(index, THOROUGH.nodes, THOROUGH.millis), true)
  tell()
  self.postMessage('done')
}
