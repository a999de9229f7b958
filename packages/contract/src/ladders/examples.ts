import { newGame } from '../games/examples.ts'
import { anna, bram } from '../people/example-players.ts'
import { LADDER_CLOCK, type LadderPlace } from './schemas.ts'

const mine: LadderPlace = {
  place: 3,
  user: anna,
  since: '2026-11-22T12:00:00.000Z',
  running: 0,
  challengeable: false,
  reason: 'yourself',
  challengeableAt: null,
}
const above: LadderPlace = {
  place: 2,
  user: bram,
  since: '2026-11-20T09:30:00.000Z',
  running: 1,
  challengeable: true,
  reason: null,
  challengeableAt: null,
}

export const LADDER_EXAMPLES = {
  getLadder: {
    response: {
      rules: newGame.rules,
      provenDraws: false,
      length: 3,
      reach: 3,
      mine,
      items: [above, mine],
      nextCursor: null,
    },
  },
  enterLadder: { response: mine },
  changeLadder: {
    body: { provenDraws: true },
    response: { rules: newGame.rules, provenDraws: true },
  },
  challengeOnLadder: {
    body: { opponent: bram.username },
    response: { game: { ...newGame, clock: LADDER_CLOCK, rated: true, ladder: true } },
  },
}
