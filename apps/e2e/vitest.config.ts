import { defineConfig } from 'vitest/config'

// Real browsers against the real server, started as its user starts it: one file at a time on two cores.
export default defineConfig({
  test: {
    name: 'browser',
    root: import.meta.dirname,
    dir: `${import.meta.dirname}/test`,
    fileParallelism: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
