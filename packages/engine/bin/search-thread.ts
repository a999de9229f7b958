import { parentPort, workerData } from 'node:worker_threads'
import { perRuleSet, type RuleSet, ruleSet, startPosition } from '@tegenzet/rules'
import { bestLines } from '../src/index.ts'
import type { Report, SearchTask } from '../src/uci/index.ts'
import { loadEndings } from './load-endings.ts'

export interface ThreadData {
  stop: Int32Array
  /** Folders with endgame tables. */
  tables: readonly string[]
}

export type ToThread =
  | ({ kind: 'prepare'; call: number } & Pick<SearchTask, 'rules' | 'tables'>)
  | { kind: 'search'; task: SearchTask }

export type FromThread = { kind: 'ready'; call: number } | { kind: 'depth' | 'found'; report: Report }

const { stop, tables: folders } = workerData as ThreadData
const send = (message: FromThread) => parentPort!.postMessage(message)
const loadOnce = perRuleSet((rules: RuleSet) => loadEndings(folders, rules))
const endingsOf = async ({ rules, tables }: Pick<SearchTask, 'rules' | 'tables'>) =>
  tables ? loadOnce(ruleSet(rules)) : null

async function search(task: SearchTask): Promise<void> {
  const { depth, nodes, millis = Number.POSITIVE_INFINITY } = task.limits
  const startedAt = performance.now()
  const elapsed = () => performance.now() - startedAt
  const endings = await endingsOf(task)
  const lines = bestLines(ruleSet(task.rules), task.positions, {
    lines: task.lines,
    maxDepth: depth,
    maxNodes: nodes,
    endings,
    signal: {
      get aborted() {
        return Atomics.load(stop, 0) === 1 || elapsed() >= millis
      },
    },
    onDepth: (lines) => send({ kind: 'depth', report: { lines, millis: elapsed() } }),
  })
  send({ kind: 'found', report: { lines, millis: elapsed() } })
}

parentPort!.on('message', async (message: ToThread) => {
  if (message.kind === 'search') return search(message.task)
  await endingsOf(message)
  const rules = ruleSet(message.rules)
  // what the first search of a rule set computes takes longer than a search may take to stop
  bestLines(rules, [startPosition(rules)], { maxNodes: 1 })
  send({ kind: 'ready', call: message.call })
})
