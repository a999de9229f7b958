import type { AccountMailKind, Language } from '@tegenzet/contract'
import { layOut, type WrittenLetter } from './layout.ts'
import { WORDS } from './words.ts'

/** What a mail of each kind is about. Every `link` is an address of ours. */
export interface LetterParams {
  'verify-email': { username: string; link: string }
  'change-email': { username: string; link: string }
  'email-changed': { username: string; email: string }
  'reset-password': { username: string; link: string }
  'password-changed': { username: string; link: string }
  /** By an admin, with a ruling on a claim or on a report. */
  warned: { username: string; by: string; reason: string; link: string }
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

/** @param site the server's own address, which every mail ends with */
export function writeLetter(language: Language, letter: Letter, site: string): WrittenLetter {
  const words = WORDS[language]
  const { subject, before, link, after } = (words[letter.kind] as (params: Letter) => Wording)(letter)
  const links = link && 'link' in letter ? [{ label: link, address: letter.link }] : []
  return layOut(language, subject, [words.greeting(letter.username), ...before, ...links, ...after], site)
}
