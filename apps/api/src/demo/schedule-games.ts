import { itemAt } from '@tegenzet/common'
import type { RuleSetId } from '@tegenzet/rules'
import type { DemoPlayer } from './demo-player.ts'
import { type DrawStep, generateDrawGames } from './generate-draw-games.ts'
import { type GeneratedGame, generateGames } from './generate-games.ts'
import { inTurn } from './in-turn.ts'
import { seeded } from './seeded.ts'

export const HOUR = 3_600_000
export const DAY = 24 * HOUR
/** The games outside competitions begin at most this many days ago. */
const PAST_DAYS = 25

/** A generated game with its players and times. */
export interface ScheduledGame {
  rules: RuleSetId
  moves: string[]
  /** How a player leaves it after the last move. */
  leaving?: 'resign' | 'cancel' | 'timeout'
  /** Draw offers and claims after the last move. */
  steps?: DrawStep[]
  white: DemoPlayer
  black: DemoPlayer
  days: number
  rated: boolean
  /** When each ply is played. The game begins at ply 0. */
  at: (ply: number) => Date
}

/** Assigns players and times to games in every state. Every player meets every other. */
export function scheduleGames(
  players: DemoPlayer[],
  rules: readonly RuleSetId[],
  now: Date,
): ScheduledGame[] {
  const games = rules.flatMap((id, n): (GeneratedGame & Pick<ScheduledGame, 'leaving'>)[] => {
    const all = generateGames(id, (seed) => seeded(1000 * n + seed))
    const left = (['cancel', 'resign', 'timeout'] as const).map((leaving, plies) => ({
      ...itemAt(all, plies + 1),
      leaving,
    }))
    return [...all, ...left]
  })
  return games.map((game, n) => {
    const ended = game.outcome !== null || game.leaving !== undefined
    const days = inTurn([3, 1, 5, 14], n)
    const idle = ended ? (1 + (n % 9)) * DAY : inTurn([2, 20, 7, 40, 1], n) * HOUR * Math.min(1, days / 2)
    const last = now.getTime() - idle - (game.leaving === 'timeout' ? days * DAY : 0)
    const start = now.getTime() - (PAST_DAYS - 1) * DAY
    const pace = Math.min(5 * HOUR, (last - start) / (game.moves.length + 1))
    const offset = 1 + (Math.floor(n / players.length) % (players.length - 1))
    return {
      ...game,
      days,
      rated: n % 2 === 0,
      white: inTurn(players, n),
      black: inTurn(players, n + offset),
      at: (ply) => new Date(last - (game.moves.length - ply) * pace),
    }
  })
}

/** Assigns players and times to games with draw offers and claims. They end so late that nobody is out of time. */
export function scheduleDrawGames(
  players: DemoPlayer[],
  rules: readonly RuleSetId[],
  now: Date,
): ScheduledGame[] {
  return rules
    .flatMap((id) => generateDrawGames(id))
    .map((game, n) => {
      const last = now.getTime() - (game.steps.length + 1 + (n % 12)) * HOUR
      const pace = Math.min(5 * HOUR, ((PAST_DAYS - 2) * DAY) / (game.moves.length + 1))
      return {
        ...game,
        days: 3,
        rated: n % 2 === 0,
        white: inTurn(players, n),
        black: inTurn(players, n + 1),
        at: (ply) => new Date(last - (game.moves.length - ply) * pace),
      }
    })
}
