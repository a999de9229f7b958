export { bergerTable, type Pairing, pairings } from './berger-table.ts'
export { groupCount, groupSizes, type Seed, seedOrder, snakeGroups } from './groups.ts'
export { canChallenge, challengeReach, orderAfterWin } from './ladder.ts'
export {
  DIVISION_SIZE,
  divide,
  type LeagueMove,
  leagueMove,
  MIN_LEAGUE_ENTRANTS,
  MOVING_PLACES,
  nextDivisions,
} from './league.ts'
export { isStruckOnLeaving } from './leaving.ts'
export { type Board, lineUp, whitesOf } from './line-ups.ts'
export {
  advancing,
  type GameResult,
  ranking,
  type Score,
  type Standing,
  standings,
} from './standings.ts'
