import { BOT_CHARACTERS, type Bot, botSchema, playerSchema } from '@tegenzet/contract'
import { z } from 'zod'

/** A row of `availability` with its player. */
export const botRowSchema = botSchema
  .pick({ rules: true, level: true, about: true })
  .extend({ player: playerSchema.extend({ builtIn: z.boolean() }), until: z.date() })
export type BotRow = z.output<typeof botRowSchema>

export const botView = ({ player: { builtIn, ...user }, until, ...availability }: BotRow): Bot => ({
  user,
  house: builtIn,
  ...availability,
  character: (builtIn && availability.level && BOT_CHARACTERS[availability.level - 1]) || null,
  until: until.toISOString(),
})
