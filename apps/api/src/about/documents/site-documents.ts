import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { valueAt } from '@tegenzet/common'
import { isPageOn, LANGUAGES, type Language } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import type { Config } from '../../config/config.ts'
import { ConfigError } from '../../config/environment.ts'
import { escapeHtml } from '../../http/escape-html.ts'
import { DOCS } from '../../paths.ts'
import { existing } from '../../store/existing.ts'
import { renderMarkdown, titleOf } from './render-markdown.ts'

/** What a site tells its visitors, each at the path of its name. */
export const SITE_DOCUMENTS = ['about', 'terms', 'privacy', 'moderation'] as const
type SiteDocument = (typeof SITE_DOCUMENTS)[number]
/** What hosts can write: besides these a few words on the home page, of which there are none by default. */
const WRITABLE = [...SITE_DOCUMENTS, 'welcome'] as const
type Writable = (typeof WRITABLE)[number]

/** A document in one language. */
export interface Text {
  language: Language
  title: string
  /** HTML. */
  body: string
}

/** Each document in the languages that it is written in. */
type Sources = ReadonlyMap<Writable, ReadonlyMap<Language, string>>

/** A host who has written a document in one language only does not want our text in the others. */
const FALLBACKS: readonly Language[] = ['en', 'nl', 'de', 'fr']
const FILE = /^([a-z]+)\.([a-z]{2})\.md$/

export class SiteDocuments {
  #config: Pick<Config, 'siteName' | 'operator' | 'publicUrl'>
  #sources: Sources
  #texts = new Map<string, Text>()
  /** A document links to no page that is switched off. */
  #switches: Parameters<typeof isPageOn>[0]

  /** @throws ConfigError if the host's files cannot be used */
  constructor(config: Pick<Config, 'siteName' | 'operator' | 'publicUrl' | 'pagesDir' | 'features'>) {
    this.#config = config
    this.#switches = { features: [...config.features], ending: [] }
    const own: Sources = config.pagesDir === undefined ? new Map() : readFolder(config.pagesDir)
    this.#sources = new Map([...readFolder(join(DOCS, 'site')), ...own])
  }

  /** The languages that a document can be read in. */
  languagesOf(name: SiteDocument): Language[] {
    return LANGUAGES.filter((language) => valueAt(this.#sources, name).has(language))
  }

  /** Whether the host has written a welcome. */
  get hasWelcome(): boolean {
    return this.#sources.has('welcome')
  }

  /** @returns the document in this language if there is one, else in another */
  read(name: Writable, wanted: Language): Text {
    const sources = valueAt(this.#sources, name)
    const language = existing([wanted, ...FALLBACKS].find((each) => sources.has(each)))
    const key = `${name}.${language}`
    const known = this.#texts.get(key)
    if (known) return known
    const source = valueAt(sources, language)
    const text = { language, title: this.#title(source), body: this.#fillIn(source, language) }
    this.#texts.set(key, text)
    return text
  }

  #title(source: string): string {
    return titleOf(source).replaceAll('{{site}}', this.#config.siteName)
  }

  /** Values are inserted into the HTML, so that nothing in them is read as Markdown. */
  #fillIn(source: string, language: Language): string {
    const values = valuesOf(this.#config, language)
    return renderMarkdown(source, (target) => (isPageOn(this.#switches, target) ? target : null)).replace(
      PLACEHOLDER,
      (_, name: Placeholder) => values[name],
    )
  }
}

const PLACEHOLDER = /\{\{(\w+)\}\}/g
type Placeholder = keyof ReturnType<typeof valuesOf>

/** The values of a document's placeholders, as HTML. */
function valuesOf(
  { siteName, operator, publicUrl }: Pick<Config, 'siteName' | 'operator' | 'publicUrl'>,
  locale: Language,
) {
  const mail = operator?.email
    ? `<a href="mailto:${escapeHtml(operator.email)}">${escapeHtml(operator.email)}</a>`
    : null
  return {
    site: escapeHtml(siteName),
    url: escapeHtml(publicUrl),
    /** Name, postal address and e-mail address. */
    operator: operator
      ? [escapeHtml(operator.name), operator.address && escapeHtml(operator.address), mail]
          .filter(Boolean)
          .join('<br>')
      : `<strong>${escapeHtml(m.about_operator_unknown({}, { locale }))}</strong>`,
    /** How to reach the operator, within a sentence. */
    contact: mail ?? escapeHtml(operator?.name ?? m.about_contact_unknown({}, { locale })),
  }
}
const PLACEHOLDERS = new Set<string>(['site', 'url', 'operator', 'contact'] satisfies Placeholder[])

/** Reads `NAME.LANGUAGE.md` files. */
function readFolder(folder: string): Map<Writable, Map<Language, string>> {
  if (!existsSync(folder)) throw new ConfigError(`PAGES_DIR: there is no directory ${folder}`)
  const found = new Map<Writable, Map<Language, string>>()
  for (const file of readdirSync(folder).filter((each) => each.endsWith('.md'))) {
    const [, name, language] = FILE.exec(file) ?? []
    if (!isOneOf(WRITABLE, name) || !isOneOf(LANGUAGES, language))
      throw new ConfigError(
        `PAGES_DIR: ${file} is none of ${WRITABLE.join(', ')} with a language, such as terms.nl.md`,
      )
    const source = readFileSync(join(folder, file), 'utf8')
    const unknown = [...source.matchAll(PLACEHOLDER)].find(
      ([, placeholder = '']) => !PLACEHOLDERS.has(placeholder),
    )
    if (unknown) throw new ConfigError(`PAGES_DIR: ${file} has the unknown placeholder ${unknown[0]}`)
    if (name !== 'welcome' && titleOf(source) === '')
      throw new ConfigError(`PAGES_DIR: ${file} has no heading (# Title)`)
    found.set(name, (found.get(name) ?? new Map()).set(language, source))
  }
  return found
}

const isOneOf = <T extends string>(all: readonly T[], value: string | undefined): value is T =>
  (all as readonly (string | undefined)[]).includes(value)
