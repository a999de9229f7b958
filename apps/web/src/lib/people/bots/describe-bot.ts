import type { Bot } from '@tegenzet/contract'
import { formatCharacter } from './format-character.ts'
import { formatLevel } from './format-level.ts'

/** How strong a bot is, and how it plays. */
export const describeBot = (bot: Pick<Bot, 'level' | 'character' | 'about'>): string =>
  [bot.level === null ? null : formatLevel(bot.level), formatCharacter(bot)].filter(Boolean).join(' · ')
