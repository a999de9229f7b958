import { configDefaults, defineConfig } from 'vitest/config'

/** Tests of files and locks, which gain nothing from a real Postgres. */
const WITHOUT_DATABASE = ['src/{limited-pool,lock-directory,migrate-warnings,owner-only}.test.ts']

export default defineConfig({
  test: {
    name: 'db',
    // generous, because a loaded machine is slow
    testTimeout: 120_000,
    hookTimeout: 120_000,
    exclude: [...configDefaults.exclude, ...(process.env.TEST_DATABASE_URL ? WITHOUT_DATABASE : [])],
  },
})
