import { defineConfig } from 'vitest/config'
import { LONGEST_WAIT_MS } from './test/server/longest-wait.ts'

// A server with a family of games that is not shipped. Its worker is its own: the other tests share their modules.
export default defineConfig({
  test: {
    name: 'api-families',
    include: ['test/families/*.test.ts'],
    hookTimeout: 120_000,
    testTimeout: 120_000,
    expect: { poll: { timeout: LONGEST_WAIT_MS } },
  },
})
