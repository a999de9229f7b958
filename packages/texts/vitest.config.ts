import { defineConfig } from 'vitest/config'

export default defineConfig({ test: { name: 'texts', testTimeout: 30_000 } })
