import { LinkifyIt } from 'linkify-it'

interface TextPart {
  text: string
  /** Makes the part a link. */
  href?: string
}

// With `urlAuth` the whole of `https://bank.example@evil.example` is found and rejected, not linked up to the `@`.
const linkify = new LinkifyIt({ fuzzyLink: false, fuzzyEmail: false, urlAuth: true })
for (const schema of ['ftp:', 'mailto:', '//']) linkify.add(schema, null)

/** Characters that end an address: quotation marks, and invisible ones that could reverse the text that is shown. */
const SEPARATORS = /([\s<>"“”„«»\p{Cc}\p{Cf}]+)/u

/** Splits a text into plain parts and links. Only `http` and `https` URLs without a username or password are linked. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = []
  let plain = ''
  const addLink = (part: TextPart) => {
    if (plain) parts.push({ text: plain })
    plain = ''
    parts.push(part)
  }
  for (const segment of text.split(SEPARATORS)) {
    let end = 0
    for (const { index, lastIndex, raw } of linkify.match(segment) ?? []) {
      const href = safeHref(raw)
      if (href === null) continue
      plain += segment.slice(end, index)
      addLink({ text: raw, href })
      end = lastIndex
    }
    plain += segment.slice(end)
  }
  if (plain) parts.push({ text: plain })
  return parts
}

function safeHref(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, username, password, href } = new URL(address)
  return /^https?:$/.test(protocol) && !username && !password ? href : null
}
