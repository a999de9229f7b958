import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { svelteTesting } from '@testing-library/svelte/vite'
import { defineConfig, type ViteUserConfig } from 'vitest/config'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/**
 * The configuration of a project with tests of the client. It uses Svelte without SvelteKit, which would look for its files
 * in the working directory. So these tests use nothing of `$app`; whole pages are tested in a browser.
 */
export const webTests = (test: ViteUserConfig['test']) =>
  defineConfig({
    plugins: [svelte({ configFile: false }), svelteTesting()],
    resolve: {
      alias: { $lib: here('src/lib'), '@tegenzet/client': here('../../packages/client/src/index.ts') },
    },
    test: {
      // generous, because a loaded machine is slow
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 30_000 } },
      isolate: false,
      setupFiles: [here('vitest.setup.ts')],
      ...test,
    },
  })

export default webTests({ name: 'web', include: ['src/**/*.test.ts'], exclude: ['src/**/*.dom.test.ts'] })
