// Bundles programs of a package for Node into its `build`: node ../../bundle/bundle.mjs NAME=PROGRAM.ts …
// Its package.json's `dependencies` from npm stay in node_modules: native code and WebAssembly. Everything else is bundled,
// because one large file loads several times faster than a thousand small ones.
import { createHash } from 'node:crypto'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { writeLicences } from './licences.mjs'

const { dependencies = {} } = JSON.parse(readFileSync('package.json', 'utf8'))
/** A package of the workspace has only sources, which Node cannot load. */
const external = Object.keys(dependencies).filter((name) => !dependencies[name].startsWith('workspace:'))

/** Swagger UI's plugin is bundled, but serves files of its package: they are copied, and its `__dirname` leads to the copy. */
const swaggerUiFiles = {
  name: 'swagger-ui-files',
  setup: ({ onLoad }) =>
    onLoad({ filter: /@fastify[\\/]swagger-ui[\\/](index|lib[\\/]routes)\.js$/ }, async ({ path }) => {
      const folder = basename(dirname(path)) === 'lib' ? 'lib' : '.'
      cpSync(join(dirname(path), folder === 'lib' ? '..' : '.', 'static'), 'build/swagger-ui/static', {
        recursive: true,
      })
      const code = await readFile(path, 'utf8')
      const copy = `path.join(path.dirname(require.resolve('./swagger-ui/static/logo.svg')), '..', '${folder}')`
      return { contents: code.replaceAll('__dirname', copy) }
    }),
}

rmSync('build', { recursive: true, force: true })
const { metafile } = await build({
  entryPoints: Object.fromEntries(process.argv.slice(2).map((argument) => argument.split('='))),
  inject: [fileURLToPath(new URL('map-stack-traces.mjs', import.meta.url))],
  bundle: true,
  // packages of the workspace as sources
  conditions: ['tegenzet-source'],
  // dynamic imports and code that several programs share get files of their own
  splitting: true,
  outdir: 'build',
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  // pg tries pg-native and works without it
  external: [...external, 'pg-native', './swagger-ui/*'],
  // bundled CommonJS packages require Node's modules; the alias keeps clear of their own imports
  banner: {
    js: `import { createRequire as bannerRequire } from 'node:module'; const require = bannerRequire(import.meta.url);`,
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

// Of a CommonJS package, a dynamic import has named exports in Node, but only `default` in the bundle.
for (const [path, { imports }] of Object.entries(metafile.inputs))
  for (const { kind, path: target, original } of imports)
    if (
      kind === 'dynamic-import' &&
      !path.includes('node_modules/') &&
      metafile.inputs[target]?.format === 'cjs'
    )
      throw new Error(
        `${path} imports ${original} dynamically: do so in a module of our own, which imports it statically`,
      )

// tests refuse to start a bundle that is older than its sources (apps/api/test/server/fresh-bundle.ts)
const sources = Object.keys(metafile.inputs).filter((path) => !path.includes('node_modules/'))
const hashes = sources.map((path) => [path, createHash('sha256').update(readFileSync(path)).digest('hex')])
writeFileSync('build/sources.json', JSON.stringify(Object.fromEntries(hashes)))

writeLicences(
  'build',
  Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs)),
)
