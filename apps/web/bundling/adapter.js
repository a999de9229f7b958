import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { transform } from 'esbuild'
import { compress, filesBelow } from './compress.js'
import { skipFacades } from './facades.js'
import { inOneLanguage, LOCALES } from './one-language.js'

const IMMUTABLE = '_app/immutable'
const OUT = 'build'
/** Around SvelteKit's links in app.html: the server writes its own. */
const LINKS = ['<!--links-->', '<!--/links-->']
/** Scripts that must run before the first paint, and are too small for a request. */
const INLINE = ['theme.js', 'early-taps.js']
/** What every page starts with. */
const ENTRIES = ['entry/start', 'entry/app']
/** The root layout and the root error page. */
const ERROR_PAGE = [0, 1]
/** The chunk (chunks.ts) that a page imports only for readers who are logged in, by route. */
const LOGGED_IN_PARTS = { '/': 'player' }
/** Parts that pages load later, and that are too large to keep or of no use without a connection. */
const NOT_KEPT = /estimate-strength|simplewebauthn|uplot|AskForNews/

/**
 * Writes the client for our server, once for each language, so that a reader downloads the texts of one language.
 * - `build/files`: what the server serves as it is; scripts and styles are in `_app/immutable/LOCALE`
 * - `build/pages/LOCALE.html`: the page, in which the server replaces `<!--head-->`
 * - `build/files/_app/shell/LOCALE.html`: the page as the service worker keeps it
 * - `build/licences.json`: of the packages in it
 * - `build/pages/routes.json`: the scripts and styles of each route, and of the page for all other addresses, to preload them;
 *   CSP sources of the inline scripts
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
    const read = filesBelow(built).map((path) => ({
      path: path.slice(built.length + 1),
      content: readFileSync(path),
    }))
    builder.rimraf(built)
    const modules = JSON.parse(
      readFileSync(join(builder.getClientDirectory(), '.vite/manifest.json'), 'utf8'),
    )
    // for the package's notices (bundle/pack-server.mjs)
    copyFileSync(join(builder.getClientDirectory(), '.vite/licences.json'), join(OUT, 'licences.json'))
    let facades
    for (const locale of LOCALES) {
      const scripts = new Map(
        await Promise.all(
          read
            .filter(({ path }) => extname(path) === '.js')
            .map(async ({ path, content }) => [path, await inOneLanguage(content, locale)]),
        ),
      )
      facades = skipFacades(scripts)
      for (const { path, content } of read) {
        const target = join(built, locale, path)
        builder.mkdirp(join(target, '..'))
        writeFileSync(target, scripts.get(path) ?? content)
      }
    }
    // the page itself imports the entries
    for (const module of Object.values(modules)) {
      const target = facades.get(pathOf(module.file))
      if (target && !ENTRIES.includes(module.name)) module.file = `${IMMUTABLE}/${target}`
    }

    const fallback = join(pages, 'fallback.html')
    await builder.generateFallback(fallback)
    const [beforeLinks, afterLinks] = readFileSync(fallback, 'utf8').split(LINKS[0])
    let page = beforeLinks + afterLinks.split(LINKS[1])[1]
    for (const name of INLINE) {
      const script = await minified(join(files, name))
      page = page.replace(`<script src="/${name}"></script>`, () => `<script>${script}</script>`)
    }
    builder.rimraf(fallback)
    const styles = filesOf(
      modules,
      ENTRIES.map((name) => moduleNamed(modules, name)),
    ).filter((file) => file.endsWith('.css'))
    const shells = join(files, '_app/shell')
    builder.mkdirp(shells)
    const scriptHashes = new Set()
    for (const locale of LOCALES) {
      const name = `${locale}.html`
      const html = page
        .replace('lang="en"', `lang="${locale}"`)
        .replaceAll(`/${IMMUTABLE}/`, `/${IMMUTABLE}/${locale}/`)
      writeFileSync(join(pages, name), html)
      for (const source of inlineScripts(html))
        scriptHashes.add(`'sha256-${createHash('sha256').update(source).digest('base64')}'`)
      const head = [
        `<link rel="manifest" href="/manifest.webmanifest?lang=${locale}">`,
        ...styles.map((file) => `<link rel="stylesheet" href="/${IMMUTABLE}/${locale}/${file}">`),
      ]
      writeFileSync(
        join(shells, name),
        html.replace('<!--head-->', (place) => head.join('') + place),
      )
    }
    const routes = await routesOf(builder, modules)
    const missing = filesOfNodes(modules, ERROR_PAGE)
    writeFileSync(
      join(pages, 'routes.json'),
      JSON.stringify({ routes, missing, scriptHashes: [...scriptHashes] }),
    )

    const worker = join(files, 'service-worker.js')
    const shell = JSON.stringify(shellOf(routes, modules))
    const { code } = await transform(readFileSync(worker, 'utf8'), {
      minify: true,
      define: { __SHELL__: shell },
    })
    writeFileSync(worker, code)
    // the others: compress-immutable.js
    await compress(filesBelow(files).filter((path) => !path.startsWith(built)))
  },
})

const minified = async (path) =>
  (await transform(readFileSync(path, 'utf8'), { minify: true, format: 'esm' })).code.trim()

const inlineScripts = (html) =>
  html
    .split('<script>')
    .slice(1)
    .map((rest) => rest.split('</script>', 1)[0])

/** After `_app/immutable/LOCALE/`. */
const pathOf = (file) => file.slice(IMMUTABLE.length + 1)

const moduleNamed = (modules, name) => Object.keys(modules).find((id) => modules[id].name === name)

/** The files that modules and those they import need; their paths begin after `_app/immutable/LOCALE/`. */
function filesOf(modules, ids) {
  const seen = new Set()
  const visit = (id) => {
    if (seen.has(id)) return
    seen.add(id)
    for (const imported of modules[id].imports ?? []) visit(imported)
  }
  for (const id of ids) visit(id)
  const needed = [...seen].map((id) => modules[id])
  const files = [...needed.flatMap(({ css = [] }) => css), ...needed.map(({ file }) => file)]
  return [...new Set(files)].map(pathOf)
}

/** The files that a page needs. @param nodes SvelteKit's numbers of its layouts and components */
const filesOfNodes = (modules, nodes) =>
  filesOf(
    modules,
    [...ENTRIES, ...nodes.map((node) => `nodes/${node}`)].map((name) => moduleNamed(modules, name)),
  )

/** The pages that open without a connection, with all their files. */
function shellOf(routes, modules) {
  const kept = routes.filter(({ id }) => !id.startsWith('/admin'))
  const lazy = Object.keys(modules).filter(
    (id) => modules[id].isDynamicEntry && !modules[id].isEntry && !NOT_KEPT.test(id),
  )
  const started = kept.flatMap(({ files, loggedInFiles = [] }) => [...files, ...loggedInFiles])
  const files = [...new Set([...started, ...filesOf(modules, lazy)])]
  const pages = kept.map((page) => ({
    pattern: page.pattern,
    files: page.files.map((file) => files.indexOf(file)),
  }))
  return { pages, files }
}

/** Every route with its pattern and the files that it needs. */
async function routesOf(builder, modules) {
  const { manifest } = await import(
    pathToFileURL(join(builder.getServerDirectory(), 'manifest-full.js')).href
  )
  return manifest._.routes.map(({ id, pattern, page: { layouts, errors, leaf } }) => {
    const nodes = [...layouts, ...errors, leaf].filter((node) => node !== undefined)
    const files = filesOfNodes(modules, nodes)
    const route = id.replaceAll(/\/\([^)]*\)/g, '') || '/'
    const part = LOGGED_IN_PARTS[route]
    return {
      id: route,
      pattern: pattern.source,
      files,
      ...(part && {
        loggedInFiles: filesOf(modules, [moduleNamed(modules, part)]).filter((file) => !files.includes(file)),
      }),
    }
  })
}
