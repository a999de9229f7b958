import type { BotLevel } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

const LEVELS: Record<BotLevel, () => string> = {
  1: m.bots_level_1,
  2: m.bots_level_2,
  3: m.bots_level_3,
  4: m.bots_level_4,
  5: m.bots_level_5,
}

export const formatLevel = (level: BotLevel): string => LEVELS[level]()
