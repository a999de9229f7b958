import { configDefaults, defineConfig } from 'vitest/config'
import { LONGEST_WAIT_MS } from './test/server/longest-wait.ts'

const { SOAK, TEST_DATABASE_URL } = process.env

/**
 * A test says by its name on which databases it runs.
 *
 * - `x.test.ts`: on the embedded database, on Postgres only in the soak test. Its queries are those of other files, or it takes long.
 * - `x.both.test.ts`: on both.
 * - `x.alone.test.ts`: does not depend on the database or opens its own, and gains nothing from a real Postgres.
 * - `x.postgres.test.ts`: only on Postgres: races, which say little on the embedded database's one connection, and counts of what is read;
 *   and what a host does, where it takes too long for `pnpm test`.
 * - `x.soak.test.ts`: takes long and guards what seldom changes: as `x.alone.test.ts`, only in the soak test.
 */
const include = () => {
  if (!TEST_DATABASE_URL) return ['src/**/*.test.ts', 'test/**/*.test.ts']
  return SOAK ? ['test/**/*.test.ts'] : ['test/**/*.{both,postgres}.test.ts']
}

// Each file has its own database, copied from a template. The first test of a file waits for it.
export default defineConfig({
  test: {
    name: 'api',
    include: include(),
    exclude: [
      ...configDefaults.exclude,
      // `pnpm test:scale`, vitest.families.config.ts
      'test/{families,scale}/**',
      ...(TEST_DATABASE_URL ? ['test/**/*.{alone,soak}.test.ts'] : ['test/**/*.postgres.test.ts']),
      ...(SOAK ? [] : ['test/**/*.soak.test.ts']),
    ],
    // Loads the server once per worker. Its modules hold no state, and no test may replace a module.
    isolate: false,
    // fewer garbage collections: 4 % of the processor time
    execArgv: ['--max-semi-space-size=64'],
    // generous, because a loaded machine is slow
    hookTimeout: 120_000,
    testTimeout: 120_000,
    expect: { poll: { timeout: LONGEST_WAIT_MS } },
  },
})
