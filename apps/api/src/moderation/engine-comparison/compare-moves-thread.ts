import { parentPort } from 'node:worker_threads'
import { ruleSet } from '@tegenzet/rules'
import { existing } from '../../store/existing.ts'
import { compareMoves } from './compare-moves.ts'
import type { GameRecord } from './engine-thread.ts'

const port = existing(parentPort)
port.on('message', ({ rules, rulesRevision, positions, moves }: GameRecord) => {
  port.postMessage(compareMoves(ruleSet(rules, rulesRevision), positions, moves))
})
