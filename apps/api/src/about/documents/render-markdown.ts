import { Marked, type Tokens } from 'marked'
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
      table({ header, rows }) {
        const inline = ({ tokens }: Tokens.TableCell) => this.parser.parseInline(tokens)
        const row = (cells: string[]) => `<tr>${cells.join('')}</tr>\n`
        const labels = header.map(({ text }) => escapeHtml(text.replaceAll('`', '')))
        const body = rows.map((cells) =>
          row(cells.map((cell, n) => `<td data-label="${labels[n]}">${inline(cell)}</td>`)),
        )
        const head = row(header.map((cell) => (cell.text ? `<th>${inline(cell)}</th>` : '<td></td>')))
        // page.css shows the rows of those with many columns one below the other on a phone
        const kind = header.length > 2 ? ' class="rows"' : ''
        // wide ones scroll, also by keyboard
        return `<div class="table" tabindex="0"><table${kind}><thead>${head}</thead><tbody>${body.join('')}</tbody></table></div>\n`
      },
    },
  })
  return marked.parse(source) as string
}

/** The first heading, without markup. */
export const titleOf = (source: string): string => /^# (.+)$/m.exec(source)?.[1]?.replaceAll('`', '') ?? ''
