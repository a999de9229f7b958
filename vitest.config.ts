import { defineConfig } from 'vitest/config'

// One vitest process for the whole repository. Each folder has its own config.
// The browser suite is separate (`pnpm test:browser`), because it needs Chromium.
// By default vitest leaves one core idle, which is half of a two-core machine.
export default defineConfig({
  test: { projects: ['packages/*', 'apps/api', 'apps/web'], maxWorkers: '100%' },
})
