import type { Bot, Player } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { playerColumn } from '../../play/game/game-store.ts'

/** A bot that takes challenges, as it is read. */
export interface BotRow extends Omit<Bot, 'until'> {
  user: Player
  until: Date
}

/** A `BotRow` out of `a` with its player `p`. */
export const BOT_COLUMNS = Prisma.sql`
  ${playerColumn('p')} AS "user", p.built_in AS house, a.rules, a.level, a.about, a.until`

export const botView = (bot: BotRow): Bot => ({ ...bot, until: bot.until.toISOString() })
