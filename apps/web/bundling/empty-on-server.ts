import type { Plugin } from 'vite'

/**
 * Leaves components empty in SvelteKit's build for servers: pages are rendered in browsers only (`ssr` in +layout.ts), and
 * adapter.js takes nothing from that build but the page around them and the routes. Compiling them took a third of a build.
 */
export const emptyOnServer: Plugin = {
  name: 'components-empty-on-server',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'ssr',
  load: { filter: { id: /\.svelte$/ }, handler: () => '' },
}
