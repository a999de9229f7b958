import { fileURLToPath } from 'node:url'
import { parentPort } from 'node:worker_threads'
import type { BotLevel } from '@tegenzet/contract'
import { bestMove } from '@tegenzet/engine'
import { loadEndings } from '@tegenzet/engine/node'
import { type Position, perRuleSet, type RuleSet, type RuleSetId, ruleSet } from '@tegenzet/rules'

export interface Task {
  rules: RuleSetId
  rulesRevision: number
  positions: Position[]
  level: BotLevel
  /** Whether it may read endgame tables. */
  tables: boolean
  maxMillis: number
}

export interface Thought {
  move: string
  /** For the player to move. A hundred is about one stone. */
  score: number
}

/** The endgame tables that ship with the project. The bundle is as deep in the repository as the sources. */
const TABLES = fileURLToPath(new URL('../../../packages/tables/data', import.meta.url))
/** The only level that uses them: a set of rules takes 10 MB. */
const LEVEL_WITH_TABLES: BotLevel = 5
const endingsOf = perRuleSet((rules: RuleSet) => loadEndings([TABLES], rules))

const port = parentPort
if (!port) throw new Error('this file is a worker thread')
port.on('message', async ({ rules: id, rulesRevision, positions, level, tables, maxMillis }: Task) => {
  const rules = ruleSet(id, rulesRevision)
  const endings = tables && level === LEVEL_WITH_TABLES ? await endingsOf(rules) : null
  const found = bestMove(rules, positions, {
    level,
    maxMillis,
    endings,
    now: () => performance.now(),
    random: Math.random,
  })
  if (!found) throw new Error(`asked for a move in a finished game of ${id}`)
  port.postMessage({ move: found.move, score: found.score } satisfies Thought)
})
