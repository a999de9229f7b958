import type { Clock, Game, Timeouts } from '@tegenzet/contract'
import { type RuleSetId, ruleSet, type Side, startPosition } from '@tegenzet/rules'
import type { StartingPlayer } from '../../accounts/players/starting-players.ts'
import { startClocks } from './clock.ts'
import type { GameRow } from './game.ts'

export interface GameTerms {
  rules: RuleSetId
  rulesRevision: number
  clock: Clock
  /** Whether vacations stop clocks. */
  vacation: boolean
  provenDraws: boolean
  rated: boolean
  /** What happens when a player's time is out. Default: the game is over. */
  timeouts?: Timeouts
  tournament?: Game['tournament']
  ladder?: boolean
}

/** Who plays a new game. */
export interface Pair extends Record<Side, Omit<StartingPlayer, 'vacationsVersion'>> {
  /** The match between clubs that it belongs to. */
  match?: Game['match']
}

/** A game that begins now. It gets its id when it is written. */
export function newGame(terms: GameTerms, { white, black, match = null }: Pair, now: Date): GameRow {
  const { rules, rulesRevision, clock, vacation, provenDraws, rated } = terms
  const { timeouts = 'automatic', tournament = null, ladder = false } = terms
  const counted = vacation ? { white: white.vacations, black: black.vacations } : { white: [], black: [] }
  const timing = { clock, schedules: { white: white.schedule, black: black.schedule }, vacations: counted }
  const clocks = startClocks(timing, now)
  return {
    id: 0,
    rules,
    rulesRevision,
    status: 'active',
    version: 0,
    turn: 'white',
    ply: 0,
    white: white.player,
    black: black.player,
    vacation,
    timeouts,
    provenDraws,
    ...timing,
    position: startPosition(ruleSet(rules, rulesRevision)),
    lastMove: null,
    rated,
    ratings: null,
    tournament,
    ladder,
    match,
    assisted: false,
    ...clocks,
    turnMs: clocks.whiteRemainingMs,
    winner: null,
    reason: null,
    drawOffer: null,
    openClaim: null,
    createdAt: now,
    updatedAt: now,
    endedAt: null,
  }
}
