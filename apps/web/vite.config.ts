import { paraglideVitePlugin } from '@inlang/paraglide-js'
import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

/** Where `pnpm dev` finds the API: the server's own default address. */
const API = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [
    paraglideVitePlugin({
      project: './project.inlang',
      outdir: './src/lib/paraglide',
      // The locale is rune state (src/lib/i18n/locale.svelte.ts), so that switching keeps the page as it is.
      strategy: ['globalVariable', 'baseLocale'],
    }),
    sveltekit(),
  ],
  server: { proxy: { '/api': { target: API, ws: true } } },
})
