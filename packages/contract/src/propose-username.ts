import transliterate from '@sindresorhus/transliterate'
import { USERNAME, USERNAME_LENGTH } from './limits.ts'

/**
 * A username for somebody of this name: for "Anna de Vries" Anna-de-Vries.
 * @param language of the name: in German ö becomes oe, elsewhere o
 * @param isTaken of what may be proposed; then a number is added
 * @returns null if the name has no letters that a username can have
 */
export function proposeUsername(
  name: string,
  language?: string,
  isTaken: (username: string) => boolean = () => false,
): string | null {
  const start = shorten(wordsOf(name, language))
  if (start === '') return null
  const canBe = (username: string) => USERNAME.test(username) && !isTaken(username)
  for (let n = start.length < USERNAME_LENGTH.min ? 1 : 2, username = start; ; n++) {
    if (canBe(username)) return username
    username = `${start.slice(0, USERNAME_LENGTH.max - `${n}`.length)}${n}`
  }
}

function wordsOf(name: string, language?: string): string[] {
  const letters =
    language === 'de' ? name : name.normalize('NFKD').replace(/(?<=\p{Script=Latin})\p{M}+/gu, '')
  return transliterate(letters.normalize('NFKC'))
    .replace(/['’]/g, '')
    .split(/[^A-Za-z0-9_-]+/)
    .filter((word) => word !== '')
}

/** Leaves words in the middle out before it cuts the last. */
function shorten(words: readonly string[]): string {
  const [first = '', ...others] = words
  const from = others.findIndex((_, n) => [first, ...others.slice(n)].join('-').length <= USERNAME_LENGTH.max)
  const last = from === -1 ? others.slice(-1) : others.slice(from)
  return [first, ...last]
    .join('-')
    .slice(0, USERNAME_LENGTH.max)
    .replace(/^-+|-+$/g, '')
}
