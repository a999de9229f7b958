import { itemAt } from '@tegenzet/common'
import { type Refused, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'

/** Whose password it is. */
interface PasswordOwner {
  username: string
  email: string
}

/** Words that are guessed first on this site (docs/security.md). */
const WORDS = ['tegenzet', 'molenspel', 'muehle', 'mühle', 'merels', 'jeu du moulin', 'jeudumoulin', 'halma']

/** Refuses a new password that is guessed among the first: a common one, the owner's name or address, or a sequence. */
export async function weakPasswordRefused(
  password: string,
  { username, email }: PasswordOwner,
): Promise<Refused | null> {
  const text = password.normalize('NFKC').toLowerCase()
  const own = [username, email, email.replace(/@.*/s, '')].map((name) => name.toLowerCase())
  if (own.some((name) => text === name || isRepetition(text, name) || wordOf(text) === wordOf(name)))
    return refuse('weak-password', 'Your password must not be your username or your e-mail address.')
  // loaded when it is first needed: the list is a seventh of the code that the server would read at its start
  const { COMMON_PASSWORDS } = await import('./common-passwords.ts')
  return COMMON_PASSWORDS.has(text) || isSequence(text) || WORDS.includes(wordOf(text))
    ? refuse('weak-password', 'Many people use this password, so it is easily guessed. Choose another one.')
    : null
}

/** Without a few digits and signs around it, which many people add to a word: `Tegenzet-2026!`. */
function wordOf(text: string): string {
  const word = text.replace(/^\P{L}+|\P{L}+$/gu, '')
  return text.length - word.length <= MAX_AROUND ? word : text
}
const MAX_AROUND = 6

const isRepetition = (text: string, part: string): boolean =>
  text.length % part.length === 0 && text === part.repeat(text.length / part.length)

/** `aaaaaaaaaa`, `abcdefghij`, `9876543210`, or a short text again and again. */
function isSequence(text: string): boolean {
  if (/^(.{1,4}?)\1+$/u.test(text)) return true
  const codes = Array.from(text, (char) => existing(char.codePointAt(0)))
  const steps = codes.slice(1).map((code, i) => code - itemAt(codes, i))
  const [step = 0] = steps
  return Math.abs(step) === 1 && steps.every((each) => (each - step) % 10 === 0)
}
