import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { puzzlesInGame } from '@tegenzet/puzzles/find-in-game'
import { ruleSet } from '@tegenzet/rules'
import { DiskTables } from '@tegenzet/tables/node'
import { SHIPPED_TABLES } from '../../paths.ts'
import { existing } from '../../store/existing.ts'
import type { PuzzleTask } from './puzzle-thread.ts'

/** Puzzles from one game. */
const MOST = 4
const TABLE_BYTES = 16 * 2 ** 20

// on Linux this is the priority of this thread, elsewhere that of the whole process
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const { rules, dataDir, ...game } = workerData as PuzzleTask
const tables = new DiskTables([SHIPPED_TABLES, join(dataDir, 'tables')], TABLE_BYTES)
const found = await puzzlesInGame(ruleSet(rules), game, (group) => tables.source(group), MOST)
await tables.close()
existing(parentPort).postMessage(found)
