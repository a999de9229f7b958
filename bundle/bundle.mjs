// Bundles programs of a package for Node into its `dist`: node ../../bundle/bundle.mjs NAME=PROGRAM.ts …
// Its package.json's `dependencies` stay in node_modules: native code and WebAssembly. Everything else is bundled,
// because one large file loads several times faster than a thousand small ones.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'))

/** Swagger UI's plugin is bundled, but serves files of its package: its `__dirname` stays in node_modules. */
const swaggerUiFiles = {
  name: 'swagger-ui-files',
  setup: ({ onLoad }) =>
    onLoad({ filter: /@fastify[\\/]swagger-ui[\\/](lib[\\/])?\w+\.js$/ }, async ({ path }) => {
      const file = path.replaceAll('\\', '/').split('/node_modules/').at(-1)
      const code = await readFile(path, 'utf8')
      return { contents: code.replaceAll('__dirname', `path.dirname(require.resolve('${file}'))`) }
    }),
}

rmSync('dist', { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('='))),
  inject: [fileURLToPath(new URL('map-stack-traces.mjs', import.meta.url))],
  bundle: true,
  // packages of the workspace as sources
  conditions: ['tegenzet-source'],
  // dynamic imports and code that several programs share get files of their own
  splitting: true,
  outdir: 'dist',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // pg tries pg-native and works without it
  external: [...Object.keys(dependencies), 'pg-native'],
  // bundled CommonJS packages require Node's modules
  banner: {
    js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);`,
  },
  // a third less to parse at start; Node prints the line of an uncaught error
  minifyWhitespace: true,
  lineLimit: 120,
  // stack traces need the positions, not the sources
  sourcemap: true,
  sourcesContent: false,
  metafile: true,
  plugins: [swaggerUiFiles],
  logLevel: 'warning',
})

// tests refuse to start a bundle that is older than its sources (apps/api/test/fresh-bundle.ts)
const sources = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'))
const hashes = sources.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')])
writeFileSync('dist/sources.json', JSON.stringify(Object.fromEntries(hashes)))
