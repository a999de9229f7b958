import { Marked } from 'marked'
import { gfmHeadingId } from 'marked-gfm-heading-id'
import { escapeHtml } from '../../http/escape-html.ts'

/**
 * Markdown as HTML. Headings have the anchors that GitHub gives them.
 * @param linkTo maps the target of a link. null: the link is shown as plain text
 */
export function renderMarkdown(source: string, linkTo: (target: string) => string | null): string {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens)
        const target = linkTo(href)
        return target === null ? text : `<a href="${escapeHtml(target)}">${text}</a>`
      },
    },
  })
  // wide tables scroll, also by keyboard
  return (marked.parse(source) as string)
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
}

/** The first heading, without markup. */
export const titleOf = (source: string): string => /^# (.+)$/m.exec(source)?.[1]?.replaceAll('`', '') ?? ''
