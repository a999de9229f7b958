import type { z } from 'zod'
import type { EndpointDefinition } from '../endpoint.ts'
import type { Endpoints } from '../endpoints.ts'
import type { OperationId } from '../operations.ts'
import { APP_EXAMPLES } from './apps.ts'
import { PEOPLE_EXAMPLES } from './people.ts'
import { REMINDER_EXAMPLES } from './reminders.ts'
import { SECURITY_EXAMPLES } from './security.ts'
import * as show from './story.ts'

/** The only page there is. */
const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

const exported = {
  response: { game: show.game, moves: show.moves, positions: show.positions },
  text: show.record,
}

/** What the document shows of each call: a body where it takes one, an answer where it gives one. */
export const EXAMPLES = {
  register: {
    body: { username: 'anna', email: 'anna@example.org', password: 'correct horse battery', language: 'nl' },
    response: { account: show.account },
  },
  logIn: {
    body: { username: 'anna', password: 'correct horse battery' },
    response: { account: show.account },
  },
  getAccount: { response: show.account },
  updateAccount: { body: { language: 'en' }, response: { ...show.account, language: 'en' } },
  createToken: {
    body: { name: show.token.name, scopes: show.token.scopes },
    response: { ...show.token, token: 'tz_q0ZkUe3mY1cTn8vXbR5wLs7aHd2fJp9gKx4oVi6uMtE' },
  },
  listTokens: { response: onePage({ ...show.token, lastUsedAt: '2026-11-22T19:40:00.000Z' }) },
  revokeLeakedToken: { body: { token: 'tz_q0ZkUe3mY1cTn8vXbR5wLs7aHd2fJp9gKx4oVi6uMtE' } },
  listVacations: {
    response: {
      ...onePage(show.pastVacation),
      budget: show.vacationBudget,
      underWay: null,
      planned: [show.vacation],
    },
  },
  takeVacation: {
    body: { from: show.vacation.from, until: show.vacation.until },
    response: { vacation: show.vacation, budget: show.vacationBudget },
  },
  getUser: { response: show.user },
  listRules: { response: onePage(show.ruleSet) },
  getRules: { response: show.ruleSet },
  createChallenge: {
    body: {
      rules: 'molenspel',
      opponent: 'bram',
      colour: 'white',
      clock: { kind: 'per-move', days: 3 },
      message: 'Good luck!',
    },
    response: show.challenge,
  },
  rematch: {
    response: { ...show.challenge, colour: 'black', message: null, rematchOf: show.game.id },
  },
  listChallenges: {
    response: onePage({ ...show.challenge, opponent: null, expiresAt: show.invite.expiresAt }),
  },
  getChallenge: { response: show.challenge },
  acceptChallenge: { response: { game: show.newGame } },
  getInvite: { response: show.invite },
  acceptInvite: { response: { game: show.newGame } },
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
  setAvailability: {
    body: { rules: show.bot.rules, level: 3, about: 'Looks four plies ahead. By anna.' },
    response: show.bot,
  },
  listBots: { response: onePage(show.bot) },
  listGames: { response: onePage(show.game) },
  countGames: { response: { toMove: 2, waiting: 1, claimed: 0, finished: 14, cancelled: 1 } },
  getGame: { response: show.game },
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
  playMove: { body: { move: 'd5', ply: 4, message: 'Your turn!' }, response: { game: show.afterMove } },
  listMoves: { response: { items: show.moves } },
  listPositions: { response: { items: show.positions } },
  exportGame: exported,
  exportGames: { body: { ids: [show.game.id] }, ...exported },
  exportUserGames: exported,
  resign: { response: { game: show.resigned } },
  cancelGame: { response: { game: show.cancelled } },
  listMessages: { response: onePage(show.message) },
  sendMessage: { body: { text: show.talk.text }, response: show.talk },
  getPlan: { response: show.plan },
  setPlan: { body: { ply: show.plan.ply, branches: show.plan.branches }, response: show.plan },
  listNotes: { response: { items: show.notes } },
  setNote: { body: { text: show.notes[1].text, knownAt: null }, response: show.notes[1] },
  setGameNote: { body: { text: show.notes[0].text }, response: show.notes[0] },
  offerDraw: {
    body: { message: 'Even, I think.' },
    response: { offer: show.drawOffer, game: { ...show.game, version: 5, drawOffer: show.drawOffer } },
  },
  listDrawOffers: { response: { items: [show.drawOffer] } },
  acceptDrawOffer: { response: { game: show.agreed } },
  declineDrawOffer: {
    body: { reason: 'I still see a chance.' },
    response: { game: { ...show.game, version: 6 } },
  },
  fileClaim: {
    body: { ground: 'repetition', positions: [24, 28, 32], text: 'The same for the third time.' },
    response: show.claimed,
  },
  listClaims: { response: { items: [show.upheld.claim] } },
  withdrawClaim: { response: show.withdrawn },
  agreeToClaim: { response: { game: show.claimAgreed } },
  listClaimQueue: { response: onePage(show.queuedClaim) },
  reviewClaim: { response: show.claimReview },
  ruleOnClaim: {
    body: { verdict: 'uphold', reason: 'Positions 24, 28 and 32 are the same.' },
    response: show.upheld,
  },
  followEvents: { response: { id: 81_204, type: 'game', game: show.game } },
  listWarnings: { response: onePage(show.warning) },
  ...APP_EXAMPLES,
  ...PEOPLE_EXAMPLES,
  ...SECURITY_EXAMPLES,
  createWebhook: {
    body: { url: show.webhook.url, types: ['game', 'challenge'], description: show.webhook.description },
    response: { ...show.webhook, secret: show.webhookSecret },
  },
  listWebhooks: { response: onePage(show.webhook) },
  getWebhook: { response: show.webhook },
  updateWebhook: { body: { types: null }, response: { ...show.webhook, types: null } },
  pingWebhook: { response: show.ping },
  rotateWebhookSecret: { response: { ...show.webhook, secret: show.webhookSecret } },
  listDeliveries: { response: onePage(show.delivery) },
  getDelivery: {
    response: {
      ...show.delivery,
      messageId: `msg_${show.delivery.id}`,
      body: JSON.stringify(show.events.game),
      log: [{ at: show.game.updatedAt, status: 200, error: null, milliseconds: 84 }],
    },
  },
  resendDelivery: {
    response: { ...show.delivery, state: 'pending', nextAttemptAt: '2026-11-21T18:00:00.000Z' },
  },
  listNotices: { response: { ...onePage(show.notice), unread: 1 } },
  countUnreadNotices: { response: { unread: 1 } },
  readNotices: { body: { upTo: show.notice.id }, response: { unread: 0 } },
  ...REMINDER_EXAMPLES,
} satisfies CallExamples

export interface CallExample {
  body?: unknown
  response?: unknown
  text?: string
}

type BodyExample<B> = undefined extends z.input<B> ? { body?: z.input<B> } : { body: z.input<B> }
type ResponseOf<P extends EndpointDefinition> = z.input<
  Extract<P['responses'][keyof P['responses'] & (200 | 201)], z.ZodType>
>
type ExampleOf<P extends EndpointDefinition> = (P extends { body: infer B extends z.ZodType }
  ? BodyExample<B>
  : unknown) &
  ([ResponseOf<P>] extends [never] ? unknown : { response: ResponseOf<P> }) &
  (P extends { text: string } ? { text: string } : unknown)

/** Of every call, where it has anything to show. */
type CallExamples = {
  [Id in OperationId as object extends ExampleOf<Endpoints[Id]> ? never : Id]: ExampleOf<Endpoints[Id]>
}
