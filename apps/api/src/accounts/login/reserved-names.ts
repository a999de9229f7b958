import type { BotLevel } from '@tegenzet/contract'

/** The name of a built-in bot. */
export const builtInBotName = (level: BotLevel): string => `Computer-${level}`

/** Whether only the server gives such names: to its built-in bots, to guests and to closed accounts. */
export const isServerName = (username: string): boolean => /^(computer|guest|closed)-\d+$/i.test(username)

/** Words that a name must not contain, because players would take its owner for the host or an official. */
const OFFICIAL_WORDS = new Set([
  'admin',
  'administrator',
  'admins',
  'administrators',
  'moderator',
  'moderators',
  'support',
  'sysadmin',
  'webmaster',
  'postmaster',
  'hostmaster',
])
/** Words that a name must not consist of. */
const OFFICIAL_NAMES = new Set([
  'abuse',
  'helpdesk',
  'mod',
  'noreply',
  'official',
  'root',
  'security',
  'staff',
  'system',
  'arbiter',
])
const SITE = 'tegenzet'
const LOOK_ALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' }

/** Whether a player's or an app's name looks like that of the host: `Admin2`, `tegenzet-team`, `5upport`. */
export function isOfficialName(name: string): boolean {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  const whole = words.join('')
  return (
    withoutDigits(whole).some(
      (text) => text.includes(SITE) || OFFICIAL_WORDS.has(text) || OFFICIAL_NAMES.has(text),
    ) || words.flatMap(withoutDigits).some((word) => OFFICIAL_WORDS.has(word))
  )
}

/** A word without a number at its end, and with the letters that its digits look like. */
const withoutDigits = (word: string): string[] => [
  word.replace(/\d+$/, ''),
  word.replace(/[013457]/g, (digit) => LOOK_ALIKES[digit]!),
]
