import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Svelte without SvelteKit, which would look for its files in the working directory. So tests here use nothing of
// `$app`; whole pages are tested in a browser.
export default defineConfig({
  plugins: [svelte({ configFile: false }), svelteTesting()],
  resolve: {
    alias: { $lib: here('src/lib'), '@tegenzet/client': here('../../packages/client/src/index.ts') },
  },
  test: {
    name: 'web',
    // generous, because a loaded machine is slow
    testTimeout: 30_000,
    // files that need a document say so in their first line
    environment: 'node',
    isolate: false,
    include: ['src/**/*.test.ts'],
    setupFiles: [here('vitest.setup.ts')],
  },
})
