import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'ratings', testTimeout: 30_000 } })
