import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { memoryAdapter } from './engine-adapter.ts'
import { MIGRATIONS } from './migrate.ts'
import { loadSchemaEngine, readMigrations } from './schema-engine.ts'

const SCHEMA = fileURLToPath(new URL('../../../prisma/schema.prisma', import.meta.url))

/**
 * The SQL that the migrations lack compared to `schema.prisma`. Uses Prisma's schema engine as WebAssembly on an in-memory
 * database, without a server or a native engine to download.
 * @returns the empty string if they agree
 */
export async function missingSql(): Promise<string> {
  const content = await readFile(SCHEMA, 'utf8')
  const SchemaEngine = await loadSchemaEngine()
  const { factory, close } = memoryAdapter()
  try {
    const engine = await SchemaEngine.new(
      { datamodels: [['schema.prisma', content]] },
      () => {},
      bindMigrationAwareSqlAdapterFactory(factory),
    )
    const { stdout } = await engine.diff({
      from: { tag: 'migrations', ...(await readMigrations(MIGRATIONS)) },
      to: { tag: 'schemaDatamodel', files: [{ path: 'schema.prisma', content }] },
      script: true,
      exitCode: null,
      filters: { externalTables: [], externalEnums: [] },
    })
    const sql = stdout ?? ''
    return sql.includes('This is an empty migration') ? '' : sql.trim()
  } finally {
    await close()
  }
}
