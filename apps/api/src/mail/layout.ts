import type { Language } from '@tegenzet/contract'
import { escapeHtml } from '../http/escape-html.ts'

export interface Link {
  label: string
  address: string
}

/** A paragraph, a link (shown with its address, to copy it), or a list of links. */
export type Block = string | Link | { lines: readonly Link[] }

/** A mail as it is sent, as text and as HTML. */
export interface WrittenLetter {
  subject: string
  text: string
  html: string
}

/** What every mail ends with. */
export interface Site {
  name: string
  url: string
}

export function layOut(
  language: Language,
  subject: string,
  blocks: readonly Block[],
  site: Site,
): WrittenLetter {
  return {
    subject,
    text: `${[...blocks.map(asText), `${site.name}\n${site.url}`].join('\n\n')}\n`,
    html: page(language, subject, [
      ...blocks.map(asHtml),
      `<p>${escapeHtml(site.name)}<br>${anchor({ label: site.url, address: site.url })}</p>`,
    ]),
  }
}

function asText(block: Block): string {
  if (typeof block === 'string') return block
  if ('lines' in block) return block.lines.map(({ label, address }) => `- ${label}\n  ${address}`).join('\n')
  return `${block.label}:\n${block.address}`
}

function asHtml(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`
  if ('lines' in block)
    return `<ul>\n${block.lines.map((line) => `<li>${anchor(line)}</li>`).join('\n')}\n</ul>`
  return `<p style="font-size:1.15em">${anchor(block, 'strong')}</p>
<p style="overflow-wrap:anywhere">${escapeHtml(block.address)}</p>`
}

const anchor = ({ label, address }: Link, element?: string): string =>
  `<a href="${escapeHtml(address)}">${element ? `<${element}>${escapeHtml(label)}</${element}>` : escapeHtml(label)}</a>`

/** Sets no colours, so that mail programs can use a dark theme, and loads nothing from a server. */
const page = (language: Language, title: string, parts: readonly string[]): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
</head>
<body style="max-width:34em;font-family:sans-serif;line-height:1.5">
${parts.join('\n')}
</body>
</html>
`
