import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

const MESSAGES = join(
  dirname(fileURLToPath(import.meta.resolve('@tegenzet/texts/messages'))),
  '../by-message/messages',
)

/** Messages that are also shown in languages that are not the reader's. */
const IN_ALL_LANGUAGES = /draws_(template|proven|finding)_|members_sheet_/
const LOCALE = 'experimentalStaticLocale ?? options.locale ?? getLocale()'

/**
 * Prepares messages for a client in one language: `__LOCALE__` becomes the language of the page, and adapter.js replaces
 * it and leaves out what it makes unreachable.
 */
const oneLanguage: Plugin = {
  name: 'messages-in-one-language',
  apply: 'build',
  transform: {
    filter: { id: /texts\/dist\/by-message\/messages\/\w+\.js/ },
    handler: (code, id) =>
      IN_ALL_LANGUAGES.test(id)
        ? code.replace(LOCALE, 'options.locale ?? __LOCALE__')
        : code.replace(`const locale = ${LOCALE}`, '').replaceAll('(locale ===', '(__LOCALE__ ==='),
  },
}

/** Imports each message by itself instead of the index of all, so that chunks.ts sees which page needs which. */
const directImports: Plugin = {
  name: 'messages-imported-directly',
  apply: 'build',
  enforce: 'post',
  transform: {
    filter: { code: '@tegenzet/texts/messages' },
    handler(code) {
      const names = new Set<string>()
      const direct = code.replaceAll(/(?<![\w$.])m\.(\w+)/g, (all, name) => {
        if (!existsSync(join(MESSAGES, `${name}.js`))) return all
        names.add(name)
        return `m$${name}`
      })
      const imports = [...names].map(
        (name) => `import { ${name} as m$${name} } from '${MESSAGES}/${name}.js'`,
      )
      return direct.replace(
        /import\s*(?:\{\s*m\s*\}|\*\s*as\s+m)\s*from\s*["']@tegenzet\/texts\/messages["'];?/,
        () => `${imports.join('; ')};`,
      )
    },
  },
}

export const messages = [oneLanguage, directImports]
