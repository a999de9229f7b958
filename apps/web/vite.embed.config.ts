import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defaultClientConditions, defineConfig } from 'vite'
import { embed } from './bundling/embed.ts'
import { messages } from './bundling/messages.ts'

/** Boards for other people's pages: one script, without SvelteKit, after the build of the site (vite.config.ts). */
export default defineConfig({
  plugins: [svelte({ configFile: false }), messages, embed('build/pages')],
  publicDir: false,
  resolve: {
    alias: { $lib: fileURLToPath(new URL('src/lib', import.meta.url)) },
    conditions: ['tegenzet-source', ...defaultClientConditions],
  },
  build: {
    outDir: 'build/files/_app/embed',
    reportCompressedSize: false,
    modulePreload: false,
    rolldownOptions: {
      input: 'src/embed/main.ts',
      output: { codeSplitting: false, assetFileNames: '[name]-[hash][extname]' },
    },
  },
})
