import { join } from 'node:path'
import { DiskTables } from '@tegenzet/tables/node'
import type { Config } from './config/config.ts'
import type { Deps } from './deps.ts'
import { SHIPPED_TABLES } from './paths.ts'

/** The endgame tables that ship with the server, and those that its host has built. */
export const openTables = (
  { dataDir, tablesMemoryMb }: Pick<Config, 'dataDir' | 'tablesMemoryMb'>,
  log: Deps['log'],
): DiskTables =>
  new DiskTables([SHIPPED_TABLES, join(dataDir, 'tables')], tablesMemoryMb * 2 ** 20, (err, set) =>
    log.error({ err, set }, 'an endgame table cannot be read: its positions are not covered'),
  )
