import { configDefaults, defineConfig } from 'vitest/config'

/** What says nothing of the database, opens one of its own, or is long: on a real Postgres it would only be said again. */
const WITHOUT_DATABASE = [
  'src/**',
  'test/{client-readme,compare-documents,compose,openapi,webhooks-doc}.test.ts',
  'test/{bot-plays,demo,demo-draws,house,odd-calls,year}.test.ts',
]

// a database a file, made from a template: a file's first test waits for it
export default defineConfig({
  test: {
    name: 'api',
    exclude: [...configDefaults.exclude, ...(process.env.TEST_DATABASE_URL ? WITHOUT_DATABASE : [])],
    // the server is loaded once a worker, not once a file: nothing of it keeps anything in its modules, and no test replaces any
    isolate: false,
    // what stands still fails all the same; a loaded machine is merely slow
    hookTimeout: 120_000,
    testTimeout: 120_000,
    expect: { poll: { timeout: 20_000 } },
  },
})
