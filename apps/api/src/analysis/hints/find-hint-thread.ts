import { parentPort } from 'node:worker_threads'
import { bestMove } from '@tegenzet/engine'
import { ruleSet } from '@tegenzet/rules'
import type { HintTask } from './hint-thread.ts'

/** Decides how good a hint is, whatever the machine, so that the same position has the same hint. */
const MAX_NODES = 20_000
/** For machines that are busy. */
const MAX_MILLIS = 2000

parentPort!.on('message', ({ rules, rulesRevision, positions }: HintTask) => {
  const found = bestMove(ruleSet(rules, rulesRevision), positions, {
    ...{ maxNodes: MAX_NODES, maxMillis: MAX_MILLIS },
    now: () => performance.now(),
    random: () => 0,
  })
  if (!found) throw new Error(`asked for a hint in a finished game of ${rules}`)
  parentPort!.postMessage(found.move)
})
