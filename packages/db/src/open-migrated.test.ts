import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'
import { directoryOf } from './open-embedded.ts'
import { openMigrated } from './open-migrated.ts'

test('opens what a server has set up, and neither makes nor reads anything else', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'migrated-'))
  try {
    await expect(openMigrated({ dataDir })).rejects.toThrow(`There is no database in ${dataDir}.`)
    expect(readdirSync(dataDir)).toEqual([])

    const empty = await openDatabase({ dataDir })
    await empty.pool.query('DROP TABLE IF EXISTS "_prisma_migrations"')
    await empty.close()
    await expect(openMigrated({ dataDir })).rejects.toThrow('start the server once')

    rmSync(directoryOf(dataDir), { recursive: true })
    const served = await openDatabase({ dataDir })
    await migrate(served.pool)
    await served.close()
    const opened = await openMigrated({ dataDir })
    await opened.pool.query(`DELETE FROM "_prisma_migrations" WHERE migration_name LIKE '2026%'`)
    await opened.close()
    await expect(openMigrated({ dataDir })).rejects.toThrow('start the server once')
  } finally {
    rmSync(dataDir, { recursive: true })
  }
}, 240_000)
