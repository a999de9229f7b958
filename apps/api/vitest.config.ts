import { defineConfig } from 'vitest/config'

// a database a file, made from a template: a file's first test waits for it
export default defineConfig({
  test: { name: 'api', hookTimeout: 30_000, testTimeout: 30_000, expect: { poll: { timeout: 5000 } } },
})
