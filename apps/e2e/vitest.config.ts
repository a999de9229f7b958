import { defineConfig } from 'vitest/config'

// Real browsers against the built server. Three files run at once, because they spend much of their time waiting.
// Timeouts allow for both.
export default defineConfig({
  test: {
    name: 'browser',
    root: import.meta.dirname,
    dir: `${import.meta.dirname}/test`,
    maxWorkers: 3,
    maxConcurrency: 3,
    experimental: { fsModuleCache: true },
    // the files of a worker share its browser
    isolate: false,
    // fewer garbage collections: 4 % of the processor time
    execArgv: ['--max-semi-space-size=64'],
    // runs as it was built
    server: { deps: { external: [/\/apps\/api\/dist(-\w+)?\//] } },
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
})
