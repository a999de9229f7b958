import adapter from './bundling/adapter.js'

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    adapter: adapter(),
    // The layout registers it when the page has nothing else to do
    serviceWorker: { register: false },
    // SvelteKit writes variables with this prefix into the client, by default PUBLIC_URL, a setting of the server
    env: { publicPrefix: 'TEGENZET_WEB_' },
  },
}
