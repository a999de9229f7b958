import type { BotLevel } from '@tegenzet/contract'

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

/** Whether only the server gives such names: to its built-in bots, to guests and to closed accounts. */
export const isServerName = (username: string): boolean =>
  /^(computer|guest|closed)-\d+$/i.test(username) ||
  Object.values(BUILT_IN_BOTS).some((name) => name.toLowerCase() === username.toLowerCase())

/** Names of the host and its helpers: players would trust whoever has one. */
const OFFICIAL = new Set([
  ...['admin', 'admins', 'administrator', 'administrators', 'sysadmin', 'moderator', 'moderators', 'mod'],
  ...['support', 'helpdesk', 'staff', 'security', 'official', 'system', 'root'],
  ...['webmaster', 'postmaster', 'hostmaster', 'noreply', 'abuse'],
])
/** Words that do not tell such a name from others. */
const FILLERS = new Set(['', 'the', 'real', 'site', 'team', 'no', 'reply'])
const SITE = 'tegenzet'
const LOOK_ALIKES: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't' }

/** Whether a player's or an app's name looks like that of the host: `Admin2`, `tegenzet-team`, `5upport`. */
export function isOfficialName(name: string): boolean {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  const others = words.filter((word) => !isOfficial(word))
  return (
    spellings(words.join('')).some((whole) => whole.includes(SITE) || OFFICIAL.has(whole)) ||
    (others.length < words.length && others.every((word) => FILLERS.has(word.replace(/\d+$/, ''))))
  )
}

const isOfficial = (word: string): boolean => spellings(word).some((spelling) => OFFICIAL.has(spelling))

/** A word without a number at its end, and with the letters that its digits look like. */
const spellings = (word: string): string[] => [
  word.replace(/\d+$/, ''),
  word.replace(/[013457]/g, (digit) => LOOK_ALIKES[digit]!),
]
