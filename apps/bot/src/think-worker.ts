import { parentPort } from 'node:worker_threads'
import type { BotLevel } from '@tegenzet/contract'
import { bestMove } from '@tegenzet/engine'
import { type Position, type RuleSetId, ruleSet } from '@tegenzet/rules'

export interface Task {
  rules: RuleSetId
  rulesRevision: number
  positions: Position[]
  level: BotLevel
  maxMillis: number
}

export interface Thought {
  move: string
  /** For the player to move. A hundred is about one stone. */
  score: number
}

parentPort!.on('message', ({ rules, rulesRevision, positions, level, maxMillis }: Task) => {
  const found = bestMove(ruleSet(rules, rulesRevision), positions, {
    level,
    maxMillis,
    now: () => performance.now(),
    random: Math.random,
  })
  if (!found) throw new Error(`asked for a move in a finished game of ${rules}`)
  parentPort!.postMessage({ move: found.move, score: found.score } satisfies Thought)
})
