import { defineConfig } from 'vitest/config'

// One vitest process for the whole repository. Each folder has its own config.
// The browser suite is separate (`pnpm test:browser`), because it needs Chromium.
export default defineConfig({
  test: {
    projects: ['packages/*', 'apps/{api,web}/vitest*.config.ts'],
    // By default vitest leaves one core idle, which is half of a two-core machine.
    maxWorkers: '100%',
    // Keeps transformed modules in node_modules, also for the other suites. Without it loading the server takes twice as long.
    experimental: { fsModuleCache: true },
  },
})
