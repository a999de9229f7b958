import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

// Svelte without SvelteKit, which looks for its files where the process was started: what is tested here uses
// nothing of `$app`. Whole pages are tested in a browser. The messages are compiled by the build, or by
// `pnpm messages`: Paraglide's plugin keeps vitest from ending.
export default defineConfig({
  plugins: [svelte({ configFile: false }), svelteTesting()],
  resolve: { alias: { $lib: here('src/lib') } },
  test: {
    name: 'web',
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    setupFiles: [here('vitest.setup.ts')],
  },
})
