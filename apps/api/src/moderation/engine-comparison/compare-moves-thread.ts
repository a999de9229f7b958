import { parentPort } from 'node:worker_threads'
import { ruleSet } from '@tegenzet/rules'
import { compareMoves } from './compare-moves.ts'
import type { GameRecord } from './engine-thread.ts'

parentPort!.on('message', ({ rules, rulesRevision, positions, moves }: GameRecord) => {
  parentPort!.postMessage(compareMoves(ruleSet(rules, rulesRevision), positions, moves))
})
