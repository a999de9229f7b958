import type { AccountMailKind, Language } from '@tegenzet/contract'
import { WORDS } from './words.ts'

/** What a mail of each kind is about. Every `link` is an address of ours. */
export interface LetterParams {
  'verify-email': { username: string; link: string }
  'change-email': { username: string; link: string }
  'email-changed': { username: string; email: string }
  'reset-password': { username: string; link: string }
  'password-changed': { username: string; link: string }
}

export type Letter = { [K in AccountMailKind]: { kind: K } & LetterParams[K] }[AccountMailKind]

/** What a mail says, in one language. */
export interface Wording {
  subject: string
  before: string[]
  /** What the link is called. */
  link?: string
  after: string[]
}

export type Wordings = { [K in AccountMailKind]: (params: LetterParams[K]) => Wording } & {
  greeting: (username: string) => string
}

/** A letter as it is sent: the same said twice. */
export interface WrittenLetter {
  subject: string
  text: string
  html: string
}

/** @param site the server's own address, which every mail ends with */
export function writeLetter(language: Language, letter: Letter, site: string): WrittenLetter {
  const words = WORDS[language]
  const wording = (words[letter.kind] as (params: Letter) => Wording)(letter)
  const greeting = words.greeting(letter.username)
  const link = wording.link && 'link' in letter ? { label: wording.link, address: letter.link } : undefined
  const text = [
    greeting,
    ...wording.before,
    ...(link ? [`${link.label}:\n${link.address}`] : []),
    ...wording.after,
    `Tegenzet\n${site}`,
  ]
  return {
    subject: wording.subject,
    text: `${text.join('\n\n')}\n`,
    html: page(language, wording.subject, [
      paragraph(greeting),
      ...wording.before.map(paragraph),
      ...(link ? [linked(link)] : []),
      ...wording.after.map(paragraph),
      `<p>Tegenzet<br><a href="${escaped(site)}">${escaped(site)}</a></p>`,
    ]),
  }
}

const paragraph = (text: string): string => `<p>${escaped(text)}</p>`

/** By its name, and once more to be read and copied. */
const linked = ({ label, address }: { label: string; address: string }): string => {
  const href = escaped(address)
  return `<p style="font-size:1.15em"><a href="${href}"><strong>${escaped(label)}</strong></a></p>
<p style="overflow-wrap:anywhere">${href}</p>`
}

/** No colours of its own, so that it is readable in the dark; nothing is fetched from anywhere. */
const page = (language: Language, title: string, parts: readonly string[]): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${escaped(title)}</title>
</head>
<body style="max-width:34em;font-family:sans-serif;line-height:1.5">
${parts.join('\n')}
</body>
</html>
`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (char) => ENTITIES[char]!)
