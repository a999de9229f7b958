import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OptionalFeature } from '@tegenzet/contract'
import type { Config } from '../../config/config.ts'
import { DOCS } from '../../paths.ts'
import { renderMarkdown, titleOf } from './render-markdown.ts'

/** The documents from docs/ that are served at `/guides/NAME`, in the order of the list. */
export const GUIDES = [
  'api-guide',
  'bots',
  'webhooks',
  'oauth',
  'api-policy',
  'rules',
  'competition',
  'arbiters',
] as const
export type Guide = (typeof GUIDES)[number]

/** The server's URL in the documents, replaced by this server's own. */
const EXAMPLE_URL = 'http://127.0.0.1:3000'

/** Guides that a site has only with one of these features. */
const GUIDES_OF: Partial<Record<Guide, readonly OptionalFeature[]>> = {
  webhooks: ['webhooks'],
  oauth: ['apps'],
  competition: ['tournaments', 'leagues', 'ladders', 'matches', 'ratings'],
}

/** `body` is HTML. */
type GuideText = { title: string; body: string }

/** The guides as HTML, each rendered when it is first read. */
export class Guides {
  readonly #publicUrl: string
  /** Those that the site has. */
  readonly names: readonly Guide[]
  readonly #rendered = new Map<Guide, GuideText>()

  constructor({ publicUrl, features }: Pick<Config, 'publicUrl' | 'features'>) {
    this.#publicUrl = publicUrl
    this.names = GUIDES.filter((name) => GUIDES_OF[name]?.some((feature) => features.has(feature)) ?? true)
  }

  has(name: string): name is Guide {
    return (this.names as readonly string[]).includes(name)
  }

  read(name: Guide): GuideText {
    let guide = this.#rendered.get(name)
    if (!guide) {
      const source = readFileSync(join(DOCS, `${name}.md`), 'utf8').replaceAll(EXAMPLE_URL, this.#publicUrl)
      guide = { title: titleOf(source), body: renderMarkdown(source, (target) => this.#link(target)) }
      this.#rendered.set(name, guide)
    }
    return guide
  }

  /** Leads from one guide to another. Documents that are not served, for contributors and hosts, get no link. */
  #link(target: string): string | null {
    const [, name, anchor = ''] = /^(?:\.\.\/)?([\w-]+)\.md(#.*)?$/.exec(target) ?? []
    if (name === undefined) return target
    return this.has(name) ? `/guides/${name}${anchor}` : null
  }
}
