import { defineConfig } from 'vitest/config'

// One vitest process for the whole repository. Each folder has its own config.
// The browser suite is separate (`pnpm test:browser`), because it needs Chromium.
// More workers than cores, because tests of processes and timeouts spend much of their time waiting.
export default defineConfig({
  test: { projects: ['packages/*', 'apps/api', 'apps/web'], maxWorkers: '150%' },
})
