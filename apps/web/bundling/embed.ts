import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'
import { compress } from './compress.js'
import { inOneLanguage, LOCALES } from './one-language.js'

/**
 * Writes the script of embedded boards once for each language, with its style and compressed copies, and
 * `build/pages/embed.json` with their names for the server.
 * @param pages the folder of that list
 */
export const embed = (pages: string): Plugin => ({
  name: 'embed',
  async generateBundle(_, bundle) {
    for (const [name, { type }] of Object.entries(bundle)) {
      const file = bundle[name]
      if (type !== 'chunk' || file?.type !== 'chunk') continue
      delete bundle[name]
      for (const locale of LOCALES) {
        const source = await inOneLanguage(file.code, locale)
        const hash = createHash('sha256').update(source).digest('base64url').slice(0, 8)
        this.emitFile({ type: 'asset', fileName: `${locale}-${hash}.js`, source })
      }
    }
  },
  async writeBundle({ dir = '' }, bundle) {
    const names = Object.keys(bundle)
    await compress(names.map((name) => join(dir, name)))
    const scripts = LOCALES.map((locale) => [locale, names.find((name) => name.startsWith(`${locale}-`))])
    const list = { style: names.find((name) => name.endsWith('.css')), scripts: Object.fromEntries(scripts) }
    const path = join(pages, 'embed.json')
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, JSON.stringify(list))
  },
})
