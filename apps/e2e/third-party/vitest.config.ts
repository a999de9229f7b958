import { defineConfig } from 'vitest/config'

// Programs of other people against the real server: it knows the server by its OpenAPI document and its guides alone.
export default defineConfig({
  test: {
    name: 'third-party',
    root: import.meta.dirname,
    // what stands still fails by itself; a loaded machine is merely slow
    testTimeout: 600_000,
    hookTimeout: process.env.SOAK ? 4 * 3_600_000 : 1_200_000,
  },
})
