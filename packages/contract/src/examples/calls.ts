import type { z } from 'zod'
import type { EndpointParts } from '../endpoint.ts'
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
  answer: { game: show.game, moves: show.moves, positions: show.positions },
  text: show.record,
}

/** What the document shows of each call: a body where it takes one, an answer where it gives one. */
export const EXAMPLES = {
  register: {
    body: { username: 'anna', email: 'anna@example.org', password: 'correct horse battery', language: 'nl' },
    answer: { account: show.account },
  },
  logIn: { body: { username: 'anna', password: 'correct horse battery' }, answer: { account: show.account } },
  getAccount: { answer: show.account },
  updateAccount: { body: { language: 'en' }, answer: { ...show.account, language: 'en' } },
  createToken: {
    body: { name: show.token.name, scopes: show.token.scopes },
    answer: { ...show.token, token: 'tz_q0ZkUe3mY1cTn8vXbR5wLs7aHd2fJp9gKx4oVi6uMtE' },
  },
  listTokens: { answer: onePage({ ...show.token, lastUsedAt: '2026-11-22T19:40:00.000Z' }) },
  revokeLeakedToken: { body: { token: 'tz_q0ZkUe3mY1cTn8vXbR5wLs7aHd2fJp9gKx4oVi6uMtE' } },
  listVacations: {
    answer: {
      ...onePage(show.pastVacation),
      budget: show.vacationBudget,
      underWay: null,
      planned: [show.vacation],
    },
  },
  takeVacation: {
    body: { from: show.vacation.from, until: show.vacation.until },
    answer: { vacation: show.vacation, budget: show.vacationBudget },
  },
  getUser: { answer: show.user },
  listRules: { answer: onePage(show.ruleSet) },
  getRules: { answer: show.ruleSet },
  createChallenge: {
    body: {
      rules: 'molenspel',
      opponent: 'bram',
      colour: 'white',
      clock: { kind: 'per-move', days: 3 },
      message: 'Good luck!',
    },
    answer: show.challenge,
  },
  rematch: {
    answer: { ...show.challenge, colour: 'black', message: null, rematchOf: show.game.id },
  },
  listChallenges: {
    answer: onePage({ ...show.challenge, opponent: null, expiresAt: show.invite.expiresAt }),
  },
  getChallenge: { answer: show.challenge },
  acceptChallenge: { answer: { game: show.newGame } },
  getInvite: { answer: show.invite },
  acceptInvite: { answer: { game: show.newGame } },
  getCalendar: {
    answer: { createdAt: '2026-11-20T12:00:00.000Z', lastFetchedAt: '2026-11-22T08:00:00.000Z' },
  },
  createCalendar: {
    answer: {
      url: 'https://tegenzet.example/calendar/q0ZkUe3mY1cTn8vXbR5wLs7aHd2fJp9gKx4oVi6uMtE.ics',
      createdAt: '2026-11-20T12:00:00.000Z',
      lastFetchedAt: null,
    },
  },
  setAvailability: {
    body: { rules: show.bot.rules, level: 3, about: 'Looks four plies ahead. By anna.' },
    answer: show.bot,
  },
  listBots: { answer: onePage(show.bot) },
  listGames: { answer: onePage(show.game) },
  countGames: { answer: { toMove: 2, waiting: 1, claimed: 0, finished: 14, cancelled: 1 } },
  getGame: { answer: show.game },
  getLegalMoves: {
    answer: {
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
  playMove: { body: { move: 'd5', ply: 4, message: 'Your turn!' }, answer: { game: show.afterMove } },
  listMoves: { answer: { items: show.moves } },
  listPositions: { answer: { items: show.positions } },
  exportGame: exported,
  exportGames: { body: { ids: [show.game.id] }, ...exported },
  exportUserGames: exported,
  resign: { answer: { game: show.resigned } },
  cancelGame: { answer: { game: show.cancelled } },
  listMessages: { answer: onePage(show.message) },
  sendMessage: { body: { text: show.talk.text }, answer: show.talk },
  getPlan: { answer: show.plan },
  setPlan: { body: { ply: show.plan.ply, branches: show.plan.branches }, answer: show.plan },
  listNotes: { answer: { items: show.notes } },
  setNote: { body: { text: show.notes[1].text, knownAt: null }, answer: show.notes[1] },
  setGameNote: { body: { text: show.notes[0].text }, answer: show.notes[0] },
  offerDraw: {
    body: { message: 'Even, I think.' },
    answer: { offer: show.drawOffer, game: { ...show.game, version: 5, drawOffer: show.drawOffer } },
  },
  listDrawOffers: { answer: { items: [show.drawOffer] } },
  acceptDrawOffer: { answer: { game: show.agreed } },
  declineDrawOffer: {
    body: { reason: 'I still see a chance.' },
    answer: { game: { ...show.game, version: 6 } },
  },
  fileClaim: {
    body: { ground: 'repetition', positions: [24, 28, 32], text: 'The same for the third time.' },
    answer: show.claimed,
  },
  listClaims: { answer: { items: [show.upheld.claim] } },
  withdrawClaim: { answer: show.withdrawn },
  agreeToClaim: { answer: { game: show.claimAgreed } },
  listClaimQueue: { answer: onePage(show.queuedClaim) },
  reviewClaim: { answer: show.claimReview },
  ruleOnClaim: {
    body: { verdict: 'uphold', reason: 'Positions 24, 28 and 32 are the same.' },
    answer: show.upheld,
  },
  followEvents: { answer: { id: 81_204, type: 'game', game: show.game } },
  listWarnings: { answer: onePage(show.warning) },
  ...APP_EXAMPLES,
  ...PEOPLE_EXAMPLES,
  ...SECURITY_EXAMPLES,
  createWebhook: {
    body: { url: show.webhook.url, types: ['game', 'challenge'], description: show.webhook.description },
    answer: { ...show.webhook, secret: show.webhookSecret },
  },
  listWebhooks: { answer: onePage(show.webhook) },
  getWebhook: { answer: show.webhook },
  updateWebhook: { body: { types: null }, answer: { ...show.webhook, types: null } },
  pingWebhook: { answer: show.ping },
  rotateWebhookSecret: { answer: { ...show.webhook, secret: show.webhookSecret } },
  listDeliveries: { answer: onePage(show.delivery) },
  getDelivery: {
    answer: {
      ...show.delivery,
      messageId: `msg_${show.delivery.id}`,
      body: JSON.stringify(show.events.game),
      log: [{ at: show.game.updatedAt, status: 200, error: null, milliseconds: 84 }],
    },
  },
  resendDelivery: {
    answer: { ...show.delivery, state: 'pending', nextAttemptAt: '2026-11-21T18:00:00.000Z' },
  },
  listNotices: { answer: { ...onePage(show.notice), unread: 1 } },
  countUnreadNotices: { answer: { unread: 1 } },
  readNotices: { body: { upTo: show.notice.id }, answer: { unread: 0 } },
  ...REMINDER_EXAMPLES,
} satisfies CallExamples

export interface CallExample {
  body?: unknown
  answer?: unknown
  text?: string
}

type BodyExample<B> = undefined extends z.input<B> ? { body?: z.input<B> } : { body: z.input<B> }
type AnswerOf<P extends EndpointParts> = z.input<
  Extract<P['answers'][keyof P['answers'] & (200 | 201)], z.ZodType>
>
type ExampleOf<P extends EndpointParts> = (P extends { body: infer B extends z.ZodType }
  ? BodyExample<B>
  : unknown) &
  ([AnswerOf<P>] extends [never] ? unknown : { answer: AnswerOf<P> }) &
  (P extends { text: string } ? { text: string } : unknown)

/** Of every call, where it has anything to show. */
type CallExamples = {
  [Id in OperationId as object extends ExampleOf<Endpoints[Id]> ? never : Id]: ExampleOf<Endpoints[Id]>
}
