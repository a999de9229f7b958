import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'records', testTimeout: 60_000 } })
