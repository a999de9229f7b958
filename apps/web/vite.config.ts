import { sveltekit } from '@sveltejs/kit/vite'
import { defineConfig } from 'vite'

/** Where `pnpm dev` finds the API: the server's own default address. */
const API = 'http://127.0.0.1:3000'

export default defineConfig({
  plugins: [sveltekit()],
  server: { proxy: { '/api': { target: API, ws: true } } },
})
