import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'tournaments', testTimeout: 30_000 } })
