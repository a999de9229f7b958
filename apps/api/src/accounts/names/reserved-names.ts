import type { BotLevel, Role } from '@tegenzet/contract'
import unhomoglyph from 'unhomoglyph'
import type { Config } from '../../config/config.ts'
import { type Refused, refuse } from '../../refusal.ts'

const BUILT_IN_BOTS: Record<BotLevel, string> = {
  1: 'Pippin',
  2: 'Mirabel',
  3: 'Balthasar',
  4: 'Ottoline',
  5: 'Morgana',
}

/** The name of a built-in bot. */
export const builtInBotName = (level: BotLevel): string => BUILT_IN_BOTS[level]

/** The name of a guest. @param playerId which makes it unique */
export const guestName = (playerId: number): string => `guest-${playerId}`

/** The letters that the digits from 0 to 9 are read as. Unicode's list of look-alikes has only 0 and 1. */
const DIGITS_READ = 'olzeasgtbg'

/**
 * What a name looks like: the skeleton of Unicode's TR39, also without case and accents, and with i like l. Digits stay,
 * because a number at the end is one. Only for comparing.
 */
function skeletonOf(name: string): string {
  const letters = (text: string) => text.normalize('NFKD').replace(/\D+/g, unhomoglyph).toLowerCase()
  // twice, because small letters look like others than capitals
  return letters(letters(name)).normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('i', 'l')
}
const readDigits = (skeleton: string): string =>
  skeleton.replace(/[0-9]/g, (digit) => DIGITS_READ.charAt(Number(digit)))
const looksLike = (name: string, other: string): boolean =>
  readDigits(skeletonOf(name)) === readDigits(skeletonOf(other))

/**
 * What a club's name looks like, to find out whether two look alike: without spaces and signs. Inside a word digits are read
 * as letters; a number stays one, so that `Club 2` is not `Club 3`. A name of signs alone is what it is.
 */
export function lookOfName(name: string): string {
  const words = skeletonOf(name).match(/[\p{L}\p{N}]+/gu) ?? []
  const look = words
    .map((word) =>
      /\p{L}/u.test(word) ? readDigits(word.replace(/[2-9]+$/, '')) + (word.match(/[2-9]+$/) ?? '') : word,
    )
    .join('')
  return look || name.normalize('NFKC').replace(/\s+/g, ' ')
}

const NUMBERED = ['computer', 'guest', 'closed']

/** Whether only the server gives such names: to its built-in bots, to guests and to closed accounts. */
export const isServerName = (username: string): boolean =>
  NUMBERED.some((word) => /[-_]\d+$/.test(username) && looksLike(username.replace(/[-_]\d+$/, ''), word)) ||
  Object.values(BUILT_IN_BOTS).some((name) => looksLike(username, name))

/** Names of the host and its helpers: players would trust whoever has one. */
const OFFICIAL = [
  ...['admin', 'admins', 'administrator', 'administrators', 'sysadmin', 'moderator', 'moderators', 'mod'],
  ...['support', 'helpdesk', 'staff', 'security', 'official', 'system', 'root'],
  ...['webmaster', 'postmaster', 'hostmaster', 'noreply', 'abuse'],
].map(skeletonOf)
/** Words that do not tell such a name from others. */
const FILLERS = new Set(['', 'the', 'real', 'site', 'team', 'no', 'reply'].map(skeletonOf))
const SITE = skeletonOf('tegenzet')

/** Whether a name looks like that of the site or its host: `Admin2`, `tegenzet-team`, `5upport`, `Adrnin`. */
export function isOfficialName(name: string): boolean {
  const words = skeletonOf(name).split(/[^\p{L}\p{N}]+/u)
  const whole = words.join('')
  const others = words.filter((word) => !isOfficial(word))
  return (
    readDigits(whole).includes(SITE) ||
    isOfficial(whole) ||
    (others.length < words.length && others.every((word) => FILLERS.has(word.replace(/\d+$/, ''))))
  )
}

/** Whether a word is an official one, with or without a number at its end. */
const isOfficial = (word: string): boolean =>
  OFFICIAL.some(
    (official) => readDigits(word).startsWith(official) && /^\d*$/.test(word.slice(official.length)),
  )

/** Whether a username looks like that of the host or of one of the admins whom the host named. */
export const isHostName = ({ admins }: Config, username: string): boolean =>
  isOfficialName(username) || admins.some((admin) => looksLike(username, admin))

/**
 * Refuses the name of an app or tournament, or the title of an analysis, that players would take for a part of the site,
 * unless an admin gives it.
 */
export const nameRefused = (name: string, role: Role, field = 'name'): Refused | null =>
  role !== 'admin' && isOfficialName(name) ? nameReserved(field) : null

export const NAME_RESERVED = refuse(
  'username-taken',
  'This name is reserved for the server and its host, or looks like one that is.',
)

const nameReserved = (field: string): Refused =>
  refuse('validation', 'This name is reserved for the server and its host, or looks like one that is.', {
    errors: [{ path: `/body/${field}`, message: 'is reserved, or looks like a reserved name' }],
  })
