import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'clocks', testTimeout: 30_000 } })
