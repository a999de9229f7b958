import adapter from '@sveltejs/adapter-static'

/** @type {import('@sveltejs/kit').Config} */
export default {
  kit: {
    adapter: adapter({ pages: 'dist', fallback: 'index.html', precompress: true }),
    // SvelteKit writes variables with this prefix into the client, by default PUBLIC_URL, a setting of the server
    env: { publicPrefix: 'TEGENZET_WEB_' },
  },
}
