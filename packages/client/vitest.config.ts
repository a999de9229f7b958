import { defineConfig } from 'vitest/config'

export default defineConfig({
  // generous, because a loaded machine is slow
  test: { name: 'client', testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } },
})
