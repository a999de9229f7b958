import { defineConfig } from 'vitest/config'

export default defineConfig({
  // generous, because a loaded machine is slow
  test: { name: 'contract', testTimeout: 120_000, hookTimeout: 120_000 },
})
