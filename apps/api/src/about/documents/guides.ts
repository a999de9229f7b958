import { readFileSync } from 'node:fs'
import { join } from 'node:path'
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

export const isGuide = (name: string): name is Guide => (GUIDES as readonly string[]).includes(name)

/** `body` is HTML. */
type GuideText = { title: string; body: string }

/** The guides as HTML, each rendered when it is first read. */
export class Guides {
  readonly #publicUrl: string
  readonly #rendered = new Map<Guide, GuideText>()

  constructor(publicUrl: string) {
    this.#publicUrl = publicUrl
  }

  read(name: Guide): GuideText {
    let guide = this.#rendered.get(name)
    if (!guide) {
      const source = readFileSync(join(DOCS, `${name}.md`), 'utf8').replaceAll(EXAMPLE_URL, this.#publicUrl)
      guide = { title: titleOf(source), body: renderMarkdown(source, guideLink) }
      this.#rendered.set(name, guide)
    }
    return guide
  }
}

/** Leads from one guide to another. Documents that are not served, for contributors and hosts, get no link. */
function guideLink(target: string): string | null {
  const [, name, anchor = ''] = /^(?:\.\.\/)?([\w-]+)\.md(#.*)?$/.exec(target) ?? []
  if (name === undefined) return target
  return isGuide(name) ? `/guides/${name}${anchor}` : null
}
