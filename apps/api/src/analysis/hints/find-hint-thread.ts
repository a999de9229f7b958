import { parentPort } from 'node:worker_threads'
import { bestMove } from '@tegenzet/engine'
import { ruleSet } from '@tegenzet/rules'
import { existing } from '../../store/existing.ts'
import type { HintTask } from './hint-thread.ts'

/** Decides how good a hint is, whatever the machine, so that the same position has the same hint. */
const HINT_NODES = 20_000
/** For machines that are busy. */
const MAX_HINT_MILLIS = 2000

const port = existing(parentPort)
port.on('message', ({ rules, rulesRevision, positions }: HintTask) => {
  const found = bestMove(ruleSet(rules, rulesRevision), positions, {
    maxNodes: HINT_NODES,
    maxMillis: MAX_HINT_MILLIS,
    now: () => performance.now(),
    random: () => 0,
  })
  if (!found) throw new Error(`asked for a hint in a finished game of ${rules}`)
  port.postMessage(found.move)
})
