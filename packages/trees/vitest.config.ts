import { defineConfig } from 'vitest/config'

// SOAK=1 also runs the long tests: one depth more, hundreds of random games.
export default defineConfig({
  test: { name: 'trees', testTimeout: process.env.SOAK ? 600_000 : 120_000, hookTimeout: 120_000 },
})
