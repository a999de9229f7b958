import { defineConfig } from 'vitest/config'

// SOAK=1 checks every puzzle instead of a sample.
export default defineConfig({
  test: {
    name: 'puzzles',
    testTimeout: process.env.SOAK ? 3_600_000 : 120_000,
    // reading all tables takes a while on a busy machine
    hookTimeout: 120_000,
  },
})
