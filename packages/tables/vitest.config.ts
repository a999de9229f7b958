import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'tables', testTimeout: 60_000 } })
