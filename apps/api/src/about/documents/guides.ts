import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isPageOn, LANGUAGES, type Language, type OptionalFeature } from '@tegenzet/contract'
import type { Config } from '../../config/config.ts'
import { DOCS } from '../../paths.ts'
import { renderMarkdown, titleOf } from './render-markdown.ts'

/** Guides for players, in every language: `docs/players/NAME.LANGUAGE.md`. */
const FOR_PLAYERS = ['being-told'] as const
type PlayersGuide = (typeof FOR_PLAYERS)[number]

/** The documents from docs/ that are served at `/guides/NAME`, in the order of the list. */
export const GUIDES = [
  ...FOR_PLAYERS,
  'api-guide',
  'bots',
  'webhooks',
  'oauth',
  'api-policy',
  'rules',
  'competition',
  'arbiters',
] as const
type Guide = (typeof GUIDES)[number]

/** The server's URL in the documents, replaced by this server's own. */
const EXAMPLE_URL = 'http://127.0.0.1:3000'

/** Guides that a site has only with one of these features. */
const GUIDES_OF: Partial<Record<Guide, readonly OptionalFeature[]>> = {
  webhooks: ['webhooks'],
  oauth: ['apps'],
  competition: ['tournaments', 'leagues', 'ladders', 'matches', 'ratings'],
}

/** `body` is HTML. */
type GuideText = { title: string; body: string; language: Language }

/** The guides as HTML, each rendered when it is first read. */
export class Guides {
  readonly #publicUrl: string
  /** A guide links to no page that is switched off. */
  readonly #switches: Parameters<typeof isPageOn>[0]
  /** Those that the site has. */
  readonly names: readonly Guide[]
  readonly #rendered = new Map<string, GuideText>()

  constructor({ publicUrl, features }: Pick<Config, 'publicUrl' | 'features'>) {
    this.#publicUrl = publicUrl
    this.#switches = { features: [...features], ending: [] }
    this.names = GUIDES.filter((name) => GUIDES_OF[name]?.some((feature) => features.has(feature)) ?? true)
  }

  has(name: string): name is Guide {
    return (this.names as readonly string[]).includes(name)
  }

  languagesOf(name: Guide): readonly Language[] {
    return isForPlayers(name) ? LANGUAGES : ['en']
  }

  /** @returns the guide in this language if there is one, else in English */
  read(name: Guide, wanted: Language): GuideText {
    const language = isForPlayers(name) ? wanted : 'en'
    const file = isForPlayers(name) ? join('players', `${name}.${language}.md`) : `${name}.md`
    let guide = this.#rendered.get(file)
    if (!guide) {
      const source = readFileSync(join(DOCS, file), 'utf8').replaceAll(EXAMPLE_URL, this.#publicUrl)
      const body = renderMarkdown(source, (target) => this.#link(target))
      guide = { title: titleOf(source), body, language }
      this.#rendered.set(file, guide)
    }
    return guide
  }

  /** Leads from one guide to another. Documents that are not served, for contributors and hosts, get no link. */
  #link(target: string): string | null {
    const [, name, anchor = ''] = /^(?:\.\.\/)?([\w-]+)\.md(#.*)?$/.exec(target) ?? []
    if (name === undefined) return isPageOn(this.#switches, target) ? target : null
    return this.has(name) ? `/guides/${name}${anchor}` : null
  }
}

const isForPlayers = (name: string): name is PlayersGuide => (FOR_PLAYERS as readonly string[]).includes(name)
