import type { BotLevel } from '@tegenzet/contract'

/** The name of a built-in bot. */
export const builtInBotName = (level: BotLevel): string => `Computer-${level}`

/** Whether only the server's built-in bots may have a name. */
export const isReservedName = (username: string): boolean => /^computer-\d+$/i.test(username)
