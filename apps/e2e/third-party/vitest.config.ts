import { defineConfig } from 'vitest/config'

// Third-party programs against the real server. They know only its OpenAPI document and guides.
export default defineConfig({
  test: {
    name: 'third-party',
    root: import.meta.dirname,
    // long, because a loaded machine is slow; tests detect a stuck server themselves
    experimental: { fsModuleCache: true },
    testTimeout: 600_000,
    hookTimeout: process.env.SOAK ? 4 * 3_600_000 : 1_200_000,
  },
})
