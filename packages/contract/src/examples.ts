import { trustedMove } from '@tegenzet/rules'
import type { z } from 'zod'
import { ANALYSES_EXAMPLES } from './analyses/examples.ts'
import { challenge, invite } from './challenges/examples.ts'
import { CHANNEL_EXAMPLES } from './channels/examples.ts'
import {
  claimAgreed,
  claimed,
  claimReview,
  claimStakes,
  queuedClaim,
  upheld,
  warning,
  withdrawn,
} from './claims/examples.ts'
import { CLUB_EXAMPLES } from './clubs/examples.ts'
import { conditionalMoves } from './conditional-moves/examples.ts'
import { drawOffer } from './draw-offers/examples.ts'
import type { EndpointDefinition } from './endpoint.ts'
import type { Endpoints } from './endpoints.ts'
import { EXPLORER_EXAMPLES } from './explorer/examples.ts'
import { FACTOR_EXAMPLES } from './factors/examples.ts'
import { GAME_ANALYSIS_EXAMPLES } from './game-analysis/examples.ts'
import {
  afterMove,
  agreed,
  cancelled,
  game,
  moves,
  newGame,
  positions,
  record,
  resigned,
} from './games/examples.ts'
import { IDENTITY_EXAMPLES } from './identities/examples.ts'
import { LADDER_EXAMPLES } from './ladders/examples.ts'
import { LEAGUE_EXAMPLES } from './leagues/examples.ts'
import { MATCH_EXAMPLES } from './matches/examples.ts'
import { MEMBER_EXAMPLES } from './members/examples.ts'
import { offerMessage, talkMessage } from './messages/examples.ts'
import { NEWS_EXAMPLES } from './news/examples.ts'
import { notes } from './notes/examples.ts'
import { notification } from './notifications/examples.ts'
import { APP_EXAMPLES } from './oauth/examples.ts'
import type { OperationId } from './operations.ts'
import { account, bot, guest, token, user } from './people/example-players.ts'
import { PEOPLE_EXAMPLES } from './people/examples.ts'
import { PRIVACY_EXAMPLES } from './privacy/examples.ts'
import { PUSH_EXAMPLES } from './push/examples.ts'
import { PUZZLE_EXAMPLES } from './puzzles/examples.ts'
import { RATING_EXAMPLES } from './ratings/examples.ts'
import { REMINDER_EXAMPLES } from './reminders/examples.ts'
import { ruleSet } from './rule-sets/examples.ts'
import { SANCTION_EXAMPLES } from './sanctions/examples.ts'
import { SECURITY_EXAMPLES } from './security/examples.ts'
import { SITE_INVITATION_EXAMPLES } from './site-invitations/examples.ts'
import { STAFF_EXAMPLES } from './staff/examples.ts'
import { TABLE_EXAMPLES } from './tables/examples.ts'
import { TOURNAMENT_EXAMPLES } from './tournaments/examples.ts'
import { pastVacation, vacation, vacationBudget } from './vacations/examples.ts'
import { WEBHOOK_EXAMPLES } from './webhooks/examples.ts'

const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

const exported = {
  response: { game: game, moves: moves, gifts: [], positions: positions },
  text: record,
}

/** An example of each operation in the OpenAPI document: its request body and its response, where it has them. */
export const EXAMPLES = {
  getAbout: {
    response: {
      name: 'Tegenzet',
      operator: {
        name: 'Molenclub Utrecht',
        address: 'Kerkstraat 1, 3581 Utrecht',
        email: 'post@tegenzet.example',
      },
      url: 'https://tegenzet.example',
      welcome: false,
      version: '1.0.0',
      commit: '4f2c1d0e9b8a7f6e5d4c3b2a1908f7e6d5c4b3a2',
      rules: ['molenspel', 'muehle', 'halma'],
      tables: { molenspel: 8, muehle: 9 },
      features: [
        'mail',
        'vacations',
        'built-in-bots',
        'guests',
        'tournaments',
        'clubs',
        'bots',
        'ratings',
        'chat',
      ],
      ending: ['ladders'],
      registration: 'open',
      invite: 'members',
      readers: 'everyone',
      oidc: { name: 'Molenclub', signup: true, only: false },
    },
  },
  getWelcome: {
    response: {
      language: 'nl' as const,
      html: '<p>Elke donderdag in het buurthuis, en hier de hele week.</p>\n',
    },
  },
  getRegistrationPuzzle: {
    response: {
      puzzle: {
        text: '1795348200000.q1bXvY0v6mQpYk2m3zq8kQm5H2m4C1o9b0JwW5d8n3E',
        bits: 18,
        expiresAt: '2026-11-22T12:10:00.000Z',
      },
    },
  },
  createGuest: { body: { language: 'nl' }, response: { account: guest } },
  register: {
    body: { username: 'anna', email: 'anna@example.org', password: 'correct horse battery', language: 'nl' },
    response: { account: account },
  },
  getSession: { response: { account: account } },
  logIn: {
    body: { username: 'anna', password: 'correct horse battery' },
    response: { account: account },
  },
  getAccount: { response: account },
  changeUsername: {
    body: { username: 'annelies' },
    response: { ...account, username: 'annelies', usernameChangeAt: '2027-11-21T08:00:00.000Z' },
  },
  updateAccount: { body: { language: 'en' }, response: { ...account, language: 'en' } },
  createToken: {
    body: { name: token.name, scopes: token.scopes },
    response: { ...token, token: 'tz_q0ZkUe3mY1cTn8vXbR5wLs7aHd2fJp9gKx4oVi6uMtE' },
  },
  listTokens: { response: onePage({ ...token, lastUsedAt: '2026-11-22T19:40:00.000Z' }) },
  revokeLeakedToken: { body: { token: 'tz_q0ZkUe3mY1cTn8vXbR5wLs7aHd2fJp9gKx4oVi6uMtE' } },
  listVacations: {
    response: {
      ...onePage(pastVacation),
      budget: vacationBudget,
      underWay: null,
      planned: [vacation],
    },
  },
  takeVacation: {
    body: { from: vacation.from, until: vacation.until },
    response: { vacation: vacation, budget: vacationBudget },
  },
  getUser: { response: user },
  listRules: { response: onePage(ruleSet) },
  getRules: { response: ruleSet },
  ...TABLE_EXAMPLES,
  createChallenge: {
    body: {
      rules: 'molenspel',
      opponent: 'bram',
      colour: 'white',
      clock: { kind: 'per-move', days: 3 },
      message: 'Good luck!',
    },
    response: challenge,
  },
  quickPair: {
    body: { rules: 'molenspel', clock: { kind: 'per-move', days: 3 } },
    response: { challenge: { ...challenge, opponent: null, expiresAt: invite.expiresAt }, game: null },
  },
  rematch: {
    response: { ...challenge, colour: 'black', message: null, rematchOf: game.id },
  },
  listChallenges: {
    response: onePage({ ...challenge, opponent: null, expiresAt: invite.expiresAt }),
  },
  getChallenge: { response: challenge },
  acceptChallenge: { response: { game: newGame } },
  getInvite: { response: invite },
  acceptInvite: { response: { game: newGame } },
  getCalendar: {
    response: { createdAt: '2026-11-20T12:00:00.000Z', lastFetchedAt: '2026-11-22T08:00:00.000Z' },
  },
  createCalendar: {
    response: {
      url: 'https://tegenzet.example/calendar/q0ZkUe3mY1cTn8vXbR5wLs7aHd2fJp9gKx4oVi6uMtE.ics',
      createdAt: '2026-11-20T12:00:00.000Z',
      lastFetchedAt: null,
    },
  },
  getTurnFeed: {
    response: { createdAt: '2026-11-20T12:00:00.000Z', lastFetchedAt: '2026-11-22T08:00:00.000Z' },
  },
  createTurnFeed: {
    response: {
      url: 'https://tegenzet.example/feeds/turns/q0ZkUe3mY1cTn8vXbR5wLs7aHd2fJp9gKx4oVi6uMtE.atom',
      createdAt: '2026-11-20T12:00:00.000Z',
      lastFetchedAt: null,
    },
  },
  setAvailability: {
    body: { rules: bot.rules, level: 3, about: 'Searches four plies deep. Run by anna.' },
    response: bot,
  },
  listBots: { response: onePage(bot) },
  listGames: { response: onePage(game) },
  countGames: { response: { toMove: 2, waiting: 1, claimed: 0, finished: 14, cancelled: 1 } },
  getGame: { response: game },
  getLegalMoves: {
    response: {
      ply: 4,
      moves: [
        'a1',
        'a4',
        'a7',
        'b2',
        'b6',
        'c3',
        'c4',
        'c5',
        'd1',
        'd3',
        'd5',
        'd7',
        'e3',
        'e4',
        'e5',
        'f2',
        'f6',
        'g1',
        'g4',
        'g7',
      ],
    },
  },
  playMove: { body: { move: 'd5', ply: 4, message: 'Your turn!' }, response: { game: afterMove } },
  listMoves: { response: { items: moves, nextCursor: null } },
  listPositions: { response: { items: positions, nextCursor: null } },
  exportGame: exported,
  exportGames: { body: { ids: [game.id] }, ...exported },
  exportUserGames: exported,
  resign: { response: { game: resigned } },
  claimTimeout: { response: { game } },
  giveTime: { body: { days: 3 }, response: { game } },
  giveHint: { response: { move: trustedMove('d1'), game: { ...game, rated: false, assisted: true } } },
  cancelGame: { response: { game: cancelled } },
  listMessages: { response: onePage(offerMessage) },
  sendMessage: { body: { text: talkMessage.text }, response: talkMessage },
  getPlan: { response: conditionalMoves },
  setPlan: {
    body: { ply: conditionalMoves.ply, branches: conditionalMoves.branches },
    response: conditionalMoves,
  },
  ...GAME_ANALYSIS_EXAMPLES,
  ...ANALYSES_EXAMPLES,
  ...EXPLORER_EXAMPLES,
  ...PUZZLE_EXAMPLES,
  listNotes: { response: { items: notes } },
  setNote: { body: { text: notes[1].text, knownAt: null }, response: notes[1] },
  setGameNote: { body: { text: notes[0].text }, response: notes[0] },
  offerDraw: {
    body: { message: 'I think this is even.' },
    response: { offer: drawOffer, game: { ...game, version: 5, drawOffer: drawOffer } },
  },
  listDrawOffers: { response: { items: [drawOffer] } },
  acceptDrawOffer: { response: { game: agreed } },
  declineDrawOffer: {
    body: { reason: 'I still see a chance.' },
    response: { game: { ...game, version: 6 } },
  },
  withdrawDrawOffer: { response: { game: { ...game, version: 6 } } },
  fileClaim: {
    body: { ground: 'repetition', positions: [24, 28, 32], text: 'The same position for the third time.' },
    response: claimed,
  },
  listClaims: { response: { items: [upheld.claim] } },
  withdrawClaim: { response: withdrawn },
  agreeToClaim: { response: { game: claimAgreed } },
  listClaimQueue: { response: onePage(queuedClaim) },
  reviewClaim: { response: claimReview },
  getClaimStakes: { response: claimStakes },
  ruleOnClaim: {
    body: { verdict: 'uphold', reason: 'Positions 24, 28 and 32 are the same.' },
    response: upheld,
  },
  followGame: { response: { type: 'game', game: game, moves: moves } },
  followEvents: { response: { id: 81_204, type: 'game', game: game } },
  listWarnings: { response: onePage(warning) },
  ...APP_EXAMPLES,
  ...NEWS_EXAMPLES,
  ...RATING_EXAMPLES,
  ...PEOPLE_EXAMPLES,
  ...SECURITY_EXAMPLES,
  ...FACTOR_EXAMPLES,
  ...PRIVACY_EXAMPLES,
  ...SITE_INVITATION_EXAMPLES,
  ...STAFF_EXAMPLES,
  ...MEMBER_EXAMPLES,
  ...IDENTITY_EXAMPLES,
  ...TOURNAMENT_EXAMPLES,
  ...LADDER_EXAMPLES,
  ...CLUB_EXAMPLES,
  ...MATCH_EXAMPLES,
  ...LEAGUE_EXAMPLES,
  ...SANCTION_EXAMPLES,
  ...WEBHOOK_EXAMPLES,
  listNotices: { response: { ...onePage(notification), unread: 1 } },
  countUnreadNotices: { response: { unread: 1 } },
  readNotices: { body: { upTo: notification.id }, response: { unread: 0 } },
  ...REMINDER_EXAMPLES,
  ...PUSH_EXAMPLES,
  ...CHANNEL_EXAMPLES,
} satisfies CallExamples

export interface CallExample {
  body?: unknown
  response?: unknown
  text?: string
}

type BodyExample<B> = undefined extends z.input<B> ? { body?: z.input<B> } : { body: z.input<B> }
type ResponseOf<P extends EndpointDefinition> = z.input<
  Extract<P['responses'][keyof P['responses'] & (200 | 201 | 202)], z.ZodType>
>
type ExampleOf<P extends EndpointDefinition> = (P extends { body: infer B extends z.ZodType }
  ? BodyExample<B>
  : unknown) &
  ([ResponseOf<P>] extends [never] ? unknown : { response: ResponseOf<P> }) &
  (P extends { text: string } ? { text: string } : unknown)

/** Requires an example of every operation that has a body or a response. */
type CallExamples = {
  [Id in OperationId as object extends ExampleOf<Endpoints[Id]> ? never : Id]: ExampleOf<Endpoints[Id]>
}
