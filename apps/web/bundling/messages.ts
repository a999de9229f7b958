import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, parseSync, Visitor } from 'vite'

const INDEX = '@tegenzet/texts/messages'
const MESSAGES = join(dirname(fileURLToPath(import.meta.resolve(INDEX))), '../by-message/messages')

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
    filter: { code: INDEX },
    handler(code) {
      const { program, module } = parseSync('', code, { lang: 'js' })
      const edits: { start: number; end: number; text: string }[] = []
      const names = new Set<string>()
      new Visitor({
        MemberExpression({ object, property, computed, start, end }) {
          if (object.type !== 'Identifier' || object.name !== 'm' || computed) return
          const { name } = property
          if (!existsSync(join(MESSAGES, `${name}.js`))) return
          names.add(name)
          edits.push({ start, end, text: `m$${name}` })
        },
      }).visit(program)
      const imports = [...names].map(
        (name) => `import { ${name} as m$${name} } from '${MESSAGES}/${name}.js'`,
      )
      for (const { start, end, moduleRequest } of module.staticImports)
        if (moduleRequest.value === INDEX) edits.push({ start, end, text: `${imports.join('; ')};` })
      return edits
        .sort((a, b) => b.start - a.start)
        .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
    },
  },
}

export const messages = [oneLanguage, directImports]
