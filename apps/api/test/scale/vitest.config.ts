import { defineConfig } from 'vitest/config'
import { LONGEST_WAIT_MS } from '../server/longest-wait.ts'

// What several machines need, against the programs that are installed: redis-server, pgbouncer, Postgres with a replica, and Patroni with etcd and HAProxy.
// `pnpm test:scale` runs it.
export default defineConfig({
  test: {
    name: 'scale',
    root: `${import.meta.dirname}/../..`,
    include: [
      'test/scale/*.test.ts',
      'test/delivery/live-processes.both.test.ts',
      // over Redis too
      ...(process.env.SOAK
        ? [
            'test/**/{*-races.postgres,crash,crash-competitions}.test.ts',
            '../e2e/third-party/third-party.test.ts',
          ]
        : []),
    ],
    // sets TEST_BUS_URL
    globalSetup: 'test/scale/start-redis.ts',
    // one worker, because loading the server costs more than the tests
    isolate: false,
    fileParallelism: false,
    experimental: { fsModuleCache: true },
    // the third-party programs play in a hook
    hookTimeout: process.env.SOAK ? 4 * 3_600_000 : 120_000,
    testTimeout: process.env.SOAK ? 600_000 : 120_000,
    expect: { poll: { timeout: LONGEST_WAIT_MS } },
  },
})
