import { defineConfig } from 'vitest/config'

// One vitest process for the whole repository; each folder's own config says how its tests run.
// The browser suite is apart (`pnpm test:browser`): it needs Chromium, these need nothing but npm.
// As many files at once as there are cores: left to itself it keeps one of them free, which of two is half.
export default defineConfig({
  test: { projects: ['packages/*', 'apps/api', 'apps/web'], maxWorkers: '100%' },
})
