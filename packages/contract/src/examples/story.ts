import type { Account, Token, User } from '../accounts.ts'
import type { Bot } from '../bots.ts'
import type { Challenge } from '../challenges.ts'
import type { Claim, ClaimReview, Warning } from '../claims.ts'
import type { Schedule } from '../clocks.ts'
import type { Player } from '../common.ts'
import type { ConditionalMoves, Note } from '../conditional-moves.ts'
import type { DrawOffer } from '../draw-offers.ts'
import type { Game, Move, Position } from '../games.ts'
import type { LiveCommand, LiveEvent } from '../live.ts'
import type { Message } from '../messages.ts'
import type { Notification } from '../notifications.ts'
import type { Report } from '../reports.ts'
import type { RuleSet } from '../rule-sets.ts'
import type { Vacation, VacationBudget } from '../vacations.ts'
import type { Delivery, Webhook } from '../webhooks.ts'

/** One story in all examples of the document: anna and bram, who play game 353379, and cato, an admin. */

const anna: Player = { id: 12, username: 'anna', kind: 'human' }
const bram: Player = { id: 31, username: 'bram', kind: 'human' }
const cato: Player = { id: 7, username: 'cato', kind: 'human' }

/** anna's, and bram's. */
const annas: Schedule = {
  timezone: 'Europe/Amsterdam',
  daysOff: [6],
  quietHours: { from: '23:00', to: '07:30' },
}
const brams: Schedule = { timezone: 'Europe/Brussels', daysOff: [], quietHours: null }

export const account: Account = {
  id: anna.id,
  username: anna.username,
  kind: 'human',
  email: 'anna@example.org',
  emailVerified: false,
  pendingEmail: null,
  language: 'nl',
  ...annas,
  role: 'player',
  createdAt: '2026-11-01T09:30:00.000Z',
}

export const user: User = {
  ...anna,
  createdAt: account.createdAt,
  schedule: annas,
  vacation: null,
  games: { active: 3, finished: 14, won: 8, lost: 4, drawn: 2 },
}

const DAY = 86_400_000
/** Nobody is away just now. */
export const vacation: Vacation = {
  id: 21,
  state: 'planned',
  from: '2026-12-24T08:00:00.000Z',
  until: '2026-12-28T08:00:00.000Z',
  plannedUntil: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}
export const pastVacation: Vacation = {
  ...vacation,
  id: 17,
  state: 'over',
  from: '2026-11-06T07:00:00.000Z',
  until: '2026-11-08T07:00:00.000Z',
  plannedUntil: '2026-11-10T07:00:00.000Z',
  createdAt: '2026-11-05T20:10:00.000Z',
}
export const vacationBudget: VacationBudget = {
  availableMs: 5.5 * DAY,
  balanceMs: 6.5 * DAY,
  daysPerYear: 30,
  fullAt: '2027-09-03T16:00:00.000Z',
}

export const token: Token = {
  id: '0193a5c2-6f1e-7d3a-9b60-2f4c1e8a7d55',
  name: 'My bot',
  scopes: ['account:read', 'game:read', 'game:play', 'challenge:write'],
  createdAt: '2026-11-20T12:00:00.000Z',
  expiresAt: null,
  lastUsedAt: null,
}

export const bot: Bot = {
  user: { id: 44, username: 'grindstone', kind: 'bot' },
  house: false,
  rules: ['molenspel', 'muehle'],
  level: 3,
  about: 'Looks four plies ahead. By anna.',
  until: '2026-11-20T12:05:00.000Z',
}

export const challenge: Challenge = {
  id: 4711,
  rules: 'molenspel',
  rulesRevision: 1,
  challenger: anna,
  opponent: bram,
  colour: 'white',
  clock: { kind: 'per-move', days: 3 },
  vacation: true,
  schedule: annas,
  away: null,
  rated: false,
  bots: true,
  message: 'Good luck!',
  invite: false,
  state: 'open',
  expiresAt: null,
  expired: false,
  game: null,
  rematchOf: null,
  createdAt: '2026-11-20T12:00:00.000Z',
}

export const inviteUrl = 'https://tegenzet.example/invite#4712-Zx3mY1cTn8vXbR5wLs7aHd'
/** As whoever has its link sees it. */
export const invite: Challenge = {
  ...challenge,
  id: 4712,
  opponent: null,
  invite: true,
  expiresAt: '2026-12-04T12:00:00.000Z',
}

/** After 1. d6 f4 2. d2 b4. */
export const game: Game = {
  id: 353379,
  rules: 'molenspel',
  rulesRevision: 1,
  status: 'active',
  version: 4,
  white: anna,
  black: bram,
  turn: 'white',
  ply: 4,
  moveNumber: 3,
  position: '.../.w./.../.b..b./.../.w./... w 7 7 4 3',
  lastMove: 'b4',
  clock: { kind: 'per-move', days: 3 },
  vacation: true,
  schedules: { white: annas, black: brams },
  away: { white: null, black: null },
  deadline: '2026-11-25T08:15:00.000Z',
  clocks: { white: { remainingMs: 259_200_000 }, black: { remainingMs: 259_200_000 }, stoppedBy: [] },
  drawOffer: null,
  openClaim: null,
  outcome: null,
  rated: false,
  createdAt: '2026-11-20T18:05:00.000Z',
  updatedAt: '2026-11-22T08:15:00.000Z',
}

export const newGame: Game = {
  ...game,
  version: 0,
  ply: 0,
  moveNumber: 1,
  position: '.../.../.../....../.../.../... w 9 9 0 1',
  lastMove: null,
  deadline: '2026-11-24T18:05:00.000Z',
  updatedAt: game.createdAt,
}

/** After 3. d5. */
export const afterMove: Game = {
  ...game,
  version: 5,
  turn: 'black',
  ply: 5,
  position: '.../.w./.w./.b..b./.../.w./... b 6 7 5 3',
  lastMove: 'd5',
  deadline: '2026-11-25T19:40:00.000Z',
  updatedAt: '2026-11-22T19:40:00.000Z',
}

/** @returns the game as it ended, after `version` changes */
const ended = (status: Game['status'], outcome: Game['outcome']): Game => ({
  ...game,
  status,
  version: game.version + 1,
  turn: null,
  deadline: null,
  outcome,
  updatedAt: '2026-11-22T19:40:00.000Z',
})
export const resigned = ended('finished', { winner: 'black', reason: 'resignation' })
export const agreed = ended('finished', { winner: null, reason: 'agreement' })
export const cancelled: Game = {
  ...ended('cancelled', null),
  ply: 1,
  moveNumber: 1,
  position: '.../.w./.../....../.../.../... b 8 9 1 1',
  lastMove: 'd6',
}

export const moves: Move[] = [
  { ply: 1, number: '1w', move: 'd6', playedAt: '2026-11-20T18:30:00.000Z' },
  { ply: 2, number: '1b', move: 'f4', playedAt: '2026-11-21T07:50:00.000Z' },
  { ply: 3, number: '2w', move: 'd2', playedAt: '2026-11-21T21:12:00.000Z' },
  { ply: 4, number: '2b', move: 'b4', playedAt: '2026-11-22T08:15:00.000Z' },
]

export const positions: Position[] = [
  { ply: 0, number: '0', position: newGame.position, occurrence: 1, quiet: 0 },
  { ply: 1, number: '1w', position: cancelled.position, occurrence: 1, quiet: 1 },
  { ply: 2, number: '1b', position: '.../.w./.../....b./.../.../... w 8 8 2 2', occurrence: 1, quiet: 2 },
  { ply: 3, number: '2w', position: '.../.w./.../....b./.../.w./... b 7 8 3 2', occurrence: 1, quiet: 3 },
  { ply: 4, number: '2b', position: game.position, occurrence: 1, quiet: 4 },
]

export const record = `Game: 353379
Rules: Nine Men's Morris (Jijbent) (molenspel, revision 1)
White: anna
Black: bram
Date: 2026-11-20T18:05:00.000Z
Clock: 3 days a move
Result: running

1. d6 f4 2. d2 b4
`

export const drawOffer: DrawOffer = {
  id: 88,
  game: game.id,
  by: 'white',
  ply: game.ply,
  state: 'open',
  createdAt: '2026-11-22T19:40:00.000Z',
  expiresAt: '2026-11-23T19:40:00.000Z',
  closedAt: null,
}

export const message: Message = {
  id: 2001,
  game: game.id,
  by: 'white',
  ply: drawOffer.ply,
  kind: 'offer',
  offer: drawOffer.id,
  text: 'Even, I think.',
  createdAt: drawOffer.createdAt,
}
export const talk: Message = { ...message, id: 2000, kind: 'talk', offer: null, text: 'Well played!' }

/** anna's, after 3. d5: she means to close the mill d7-d6-d5. */
export const plan: ConditionalMoves = {
  game: game.id,
  by: 'white',
  version: 1,
  ply: afterMove.ply,
  branches: [
    { move: 'a1', reply: 'd7xf4', then: [] },
    { move: 'd7', reply: 'b2', then: [{ move: 'f2', reply: 'b6', then: [] }] },
  ],
  played: [],
  ended: null,
}

export const notes = [
  { ply: null, text: 'bram likes the corners.', updatedAt: '2026-11-21T21:00:00.000Z' },
  { ply: 5, text: 'Threatens d7: a mill.', updatedAt: '2026-11-22T19:41:00.000Z' },
] as const satisfies Note[]

/** Later in the game, when the stones have gone round. */
const repeated: Game = {
  ...game,
  status: 'claimed',
  version: 34,
  ply: 32,
  moveNumber: 17,
  position: 'w.w/.b./.w./bw..bw/.b./.w./b.b w 0 0 8 17',
  lastMove: 'd3-d2',
  deadline: null,
  clocks: { ...game.clocks, stoppedBy: ['claim'] },
  openClaim: { id: 9, by: 'white' },
  updatedAt: '2026-12-18T16:20:00.000Z',
}

export const claim: Claim = {
  id: 9,
  game: game.id,
  by: 'white',
  ply: repeated.ply,
  ground: 'repetition',
  positions: [24, 28, 32],
  intendedMove: null,
  offer: null,
  text: 'The same for the third time.',
  state: 'open',
  evidence: { holds: true, findings: [{ code: 'positions-same', params: { positions: [24, 28, 32] } }] },
  verdict: null,
  createdAt: repeated.updatedAt,
  closedAt: null,
}
export const claimed = { claim, game: repeated }

const drawn: Game = {
  ...repeated,
  status: 'finished',
  version: 35,
  turn: null,
  clocks: { ...repeated.clocks, stoppedBy: [] },
  openClaim: null,
  outcome: { winner: null, reason: 'repetition' },
  updatedAt: '2026-12-19T10:00:00.000Z',
}
export const upheld: { claim: Claim; game: Game } = {
  claim: {
    ...claim,
    state: 'upheld',
    verdict: { by: cato, reason: 'Positions 24, 28 and 32 are the same.', at: drawn.updatedAt },
    closedAt: drawn.updatedAt,
  },
  game: drawn,
}
export const withdrawn: { claim: Claim; game: Game } = {
  claim: { ...claim, state: 'withdrawn', closedAt: drawn.updatedAt },
  game: {
    ...repeated,
    status: 'active',
    version: 35,
    deadline: '2026-12-22T16:20:00.000Z',
    // Saturday has come meanwhile
    clocks: { ...game.clocks, white: { remainingMs: 235_200_000 }, stoppedBy: ['day-off'] },
    openClaim: null,
    updatedAt: drawn.updatedAt,
  },
}
export const claimAgreed: Game = { ...drawn, outcome: { winner: null, reason: 'agreement' } }

export const queuedClaim = { ...claimed, mayRule: true }

const repeatedAt = (ply: number, occurrence: number): Position => ({
  ply,
  number: `${ply / 2}b`,
  position: `w.w/.b./.w./bw..bw/.b./.w./b.b w 0 0 ${occurrence * 4 - 4} ${ply / 2 + 1}`,
  occurrence,
  quiet: occurrence * 4 - 4,
})
export const claimReview: ClaimReview = {
  ...queuedClaim,
  positions: [repeatedAt(24, 1), repeatedAt(28, 2), repeatedAt(32, 3)],
  moves: ['d5-e5', 'd3-d2', 'e5-d5', 'd2-d3', 'd5-e5', 'd3-d2', 'e5-d5', 'd2-d3'].map((move, i) => ({
    ply: 25 + i,
    number: `${13 + Math.floor(i / 2)}${i % 2 ? 'b' : 'w'}`,
    move,
    playedAt: `2026-12-${10 + i}T08:00:00.000Z`,
  })),
  quiet: null,
  offer: null,
  messages: [],
  parties: {
    white: { language: 'nl', claims: [], warnings: [], allWarnings: [] },
    black: { language: 'de', claims: [], warnings: [], allWarnings: [] },
  },
}

export const warning: Warning = {
  id: 3,
  player: anna,
  game: game.id,
  claim: claim.id,
  by: cato,
  reason: 'Positions 24 and 28 differ: black has a stone less.',
  at: drawn.updatedAt,
}

/** Shortened: three of its points, one of its mills, two of its texts. */
export const ruleSet: RuleSet = {
  id: 'molenspel',
  revision: 1,
  family: 'mill',
  names: {
    nl: 'Molenspel',
    de: 'Mühle (Jijbent)',
    en: 'Nine Men’s Morris (Jijbent)',
    fr: 'Jeu du moulin (Jijbent)',
  },
  board: {
    kind: 'mill',
    points: [
      { name: 'a7', x: 0, y: 6 },
      { name: 'd7', x: 3, y: 6 },
      { name: 'g7', x: 6, y: 6 },
    ],
    lines: [
      ['a7', 'd7'],
      ['d7', 'g7'],
    ],
    mills: [['a7', 'd7', 'g7']],
  },
  stones: 9,
  flying: true,
  taking: 'optional',
  quietReset: 'mill',
  draws: { repetition: 'claimed', quiet: 'claimed', policy: 'before-moving', earliestPly: 0 },
  startPosition: newGame.position,
  texts: {
    nl: [
      { id: 'aim', title: 'Doel van het spel', paragraphs: ['Maak molens: drie eigen stenen op een rij.'] },
    ],
    de: [
      {
        id: 'aim',
        title: 'Ziel des Spiels',
        paragraphs: ['Bilde Mühlen: drei eigene Steine in einer Reihe.'],
      },
    ],
    en: [{ id: 'aim', title: 'The aim', paragraphs: ['Make mills: three stones of yours in a row.'] }],
    fr: [{ id: 'aim', title: 'But du jeu', paragraphs: ['Formez des moulins : trois pions alignés.'] }],
  },
}

export const notice: Notification = {
  id: 501,
  kind: 'challenge-received',
  params: { challenge: challenge.id, by: bram.username, rules: 'molenspel' },
  game: null,
  createdAt: challenge.createdAt,
  readAt: null,
}

export const reported: Message = { ...talk, by: 'black', text: 'You play like a sack of stones.' }
const { game: _, offer: __, by: ___, ...words } = reported
export const report: Report = {
  id: 18,
  reason: 'abuse',
  text: 'He wrote this after I had taken a stone.',
  by: anna,
  player: bram,
  game: {
    id: game.id,
    rules: game.rules,
    rulesRevision: game.rulesRevision,
    side: 'black',
    status: 'active',
    turn: game.turn,
    ply: game.ply,
    position: game.position,
    deadline: game.deadline,
  },
  message: words,
  challenge: null,
  state: 'open',
  verdict: null,
  createdAt: '2026-11-22T20:05:00.000Z',
}

/** Of each type one. */
export const events: { [Type in LiveEvent['type']]: Extract<LiveEvent, { type: Type }> } = {
  game: { id: 90210, type: 'game', game: afterMove },
  challenge: { id: 90211, type: 'challenge', challenge },
  claim: { id: 90212, type: 'claim', claim },
  message: { id: 90213, type: 'message', message },
  plan: { id: 90216, type: 'plan', plan },
  report: { id: 90217, type: 'report', report },
  notice: { id: 90214, type: 'notice', notice },
  'notices-read': {
    id: 90215,
    type: 'notices-read',
    'notices-read': { upTo: notice.id, ids: null, unread: 0 },
  },
}
export const commands: LiveCommand[] = [{ type: 'watch', game: game.id }, { type: 'ping' }]

export const webhook: Webhook = {
  id: 5,
  url: 'https://bot.example.org/tegenzet',
  types: ['game', 'challenge'],
  description: 'My bot',
  state: 'enabled',
  disabledReason: null,
  createdBy: token.name,
  createdAt: '2026-11-02T10:00:00.000Z',
  lastDeliveryAt: game.updatedAt,
  failingSince: null,
}
export const webhookSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDz8f1tHqMr8E='
export const delivery: Delivery = {
  id: 7304,
  event: { id: events.game.id, type: 'game' },
  state: 'delivered',
  attempts: 1,
  lastStatus: 200,
  lastError: null,
  lastAttemptAt: game.updatedAt,
  nextAttemptAt: null,
  createdAt: game.updatedAt,
}
export const ping: Delivery = {
  ...delivery,
  id: 7305,
  event: { id: null, type: 'ping' },
  state: 'pending',
  attempts: 0,
  lastStatus: null,
  lastAttemptAt: null,
  nextAttemptAt: game.updatedAt,
}
