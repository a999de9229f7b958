export { bergerTable, type Pairing, pairings } from './berger-table.ts'
export { groupCount, groupSizes, type Seed, seedOrder, snakeGroups } from './groups.ts'
export { canChallenge, challengeReach } from './ladder.ts'
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
export { lineUp, type MatchBoard, type MatchSeed, whitesOf } from './line-ups.ts'
export {
  advancing,
  type GroupStanding,
  ranking,
  type Score,
  type ScoredGame,
  standings,
} from './standings.ts'
