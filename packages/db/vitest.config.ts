import { defineConfig } from 'vitest/config'

/** On a real Postgres only `x.both.test.ts` runs: the others open an embedded database, or none. */
const include = [process.env.TEST_DATABASE_URL ? 'src/**/*.both.test.ts' : 'src/**/*.test.ts']

export default defineConfig({
  test: {
    name: 'db',
    // generous, because a loaded machine is slow
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    include,
  },
})
