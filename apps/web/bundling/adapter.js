import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'

const LOCALES = ['en', 'nl', 'de', 'fr']
const IMMUTABLE = '_app/immutable'
const OUT = 'dist'

/**
 * Writes the client for our server, once for each language, so that a reader downloads the texts of one language.
 * - `dist/files`: what the server serves as it is; scripts and styles are in `_app/immutable/LOCALE`
 * - `dist/pages/LOCALE.html`: the page, in which the server replaces `<!--head-->`
 * - `dist/pages/routes.json`: the scripts and styles of each route, to preload them
 * @returns {import('@sveltejs/kit').Adapter}
 */
export default () => ({
  name: 'tegenzet',
  async adapt(builder) {
    const files = join(OUT, 'files')
    const pages = join(OUT, 'pages')
    builder.rimraf(OUT)
    builder.mkdirp(pages)
    builder.writeClient(files)

    const built = join(files, IMMUTABLE)
    const assets = readdirSync(built, { recursive: true, withFileTypes: true }).filter((file) =>
      file.isFile(),
    )
    const read = assets.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { path: path.slice(built.length + 1), content: readFileSync(path) }
    })
    builder.rimraf(built)
    await Promise.all(
      LOCALES.flatMap((locale) =>
        read.map(async ({ path, content }) => {
          const target = join(built, locale, path)
          builder.mkdirp(join(target, '..'))
          writeFileSync(target, extname(path) === '.js' ? await inOneLanguage(content, locale) : content)
        }),
      ),
    )
    await builder.compress(files)

    const fallback = join(pages, 'fallback.html')
    await builder.generateFallback(fallback)
    const theme = readFileSync(join(files, 'theme.js'), 'utf8')
    const page = readFileSync(fallback, 'utf8')
      .replaceAll(/\s*<link href="[^"]*" rel="\w+">/g, '')
      .replace('<script src="/theme.js"></script>', () => `<script>${theme}</script>`)
    builder.rimraf(fallback)
    for (const locale of LOCALES)
      writeFileSync(
        join(pages, `${locale}.html`),
        page
          .replace('lang="en"', `lang="${locale}"`)
          .replaceAll(`/${IMMUTABLE}/`, `/${IMMUTABLE}/${locale}/`),
      )
    writeFileSync(join(pages, 'routes.json'), JSON.stringify(await routesOf(builder)))
  },
})

/** Leaves out the texts of the other languages (see messages.ts). */
async function inOneLanguage(code, locale) {
  const options = { minify: true, format: 'esm', treeShaking: true, define: { __LOCALE__: `"${locale}"` } }
  return (await transform(code.toString(), options)).code
}

/** Every route with its pattern and the files that it needs, whose paths begin after `_app/immutable/LOCALE/`. */
async function routesOf(builder) {
  const modules = JSON.parse(readFileSync(join(builder.getClientDirectory(), '.vite/manifest.json'), 'utf8'))
  const { manifest } = await import(
    pathToFileURL(join(builder.getServerDirectory(), 'manifest-full.js')).href
  )
  const entryOf = (name) => Object.keys(modules).find((id) => modules[id].name === name)

  function filesOf(names) {
    const seen = new Set()
    const visit = (id) => {
      if (seen.has(id)) return
      seen.add(id)
      for (const imported of modules[id].imports ?? []) visit(imported)
    }
    for (const name of names) visit(entryOf(name))
    const needed = [...seen].map((id) => modules[id])
    return [...new Set([...needed.flatMap(({ css = [] }) => css), ...needed.map(({ file }) => file)])]
  }

  return manifest._.routes.map(({ id, pattern, page: { layouts, errors, leaf } }) => {
    const nodes = [...layouts, ...errors, leaf].filter((node) => node !== undefined)
    return {
      id: id.replaceAll(/\/\([^)]*\)/g, '') || '/',
      pattern: pattern.source,
      files: filesOf(['entry/start', 'entry/app', ...nodes.map((node) => `nodes/${node}`)]).map((file) =>
        file.slice(IMMUTABLE.length + 1),
      ),
    }
  })
}
