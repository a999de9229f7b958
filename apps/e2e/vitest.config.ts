import { defineConfig } from 'vitest/config'

// Real browsers against the real server, started as its user starts it. Two files at once: they wait for one thing or
// another half of the time, for the next minute, for a connection to be missed. Whatever is polled has time for both.
export default defineConfig({
  test: {
    name: 'browser',
    root: import.meta.dirname,
    dir: `${import.meta.dirname}/test`,
    maxWorkers: 2,
    maxConcurrency: 3,
    expect: { poll: { timeout: 20_000 } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
