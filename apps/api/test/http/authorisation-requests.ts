import { randomBytes, randomUUID } from 'node:crypto'
import { ENDPOINTS, type Endpoint, type OperationId } from '@tegenzet/contract'
import { hashToken, newToken } from '../../src/accounts/credentials/token-secret.ts'
import { hashOfCode } from '../../src/accounts/managed/login-code.ts'
import { dailyPuzzle } from '../../src/analysis/puzzles/daily-puzzle.ts'
import { openSeason } from '../../src/competition/leagues/open-season.ts'
import { columnsOf } from '../../src/delivery/channels/channel-address.ts'
import { authorizationRequest, REDIRECT_URI } from '../people/oauth-app.ts'
import { PASSWORD } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { fileRepetition, gameWithRepetition } from '../play/repetition-games.ts'
import type { Request } from '../server/call-operation.ts'
import type { TestServer } from '../server/harness.ts'
import { createSubscription } from '../server/push-service.ts'
import { clubRequests } from './authorisation-clubs.ts'

const DAY_MS = 86_400_000

/** The operation of a label, which may have a variant. */
export const endpointOf = (label: string): Endpoint => ENDPOINTS[label.split('/')[0] as OperationId]

/**
 * Prepares a request for each label of the authorisation matrix: an operation, or an operation and a variant. It is about
 * something of the player that exists and that an earlier call has not used up.
 */
export async function prepareRequests(
  server: TestServer,
  { player, opponent, bystander, bot }: Record<'player' | 'opponent' | 'bystander' | 'bot', TestPlayer>,
): Promise<(label: string) => Promise<Request>> {
  const { prisma } = server.database
  const { accountId } = player
  const createdAt = server.clock.now()
  const daysFromNow = (days: number) => new Date(createdAt.getTime() + days * DAY_MS)
  let serial = 0
  const about = ({ id }: { id: string | number }) => ({ params: { id } })
  const bytes = () => new Uint8Array(randomBytes(24))

  const newGame = () => beginGame(player, opponent, { rules: 'molenspel' })
  const game = await playMoves(await newGame(), player, opponent, ['d6', 'f4', 'd2', 'b4'])
  const claim = async () => fileRepetition(player, await gameWithRepetition(server, player, opponent))
  const [toWithdraw, toAgreeTo, toRuleOn] = [await claim(), await claim(), await claim()]
  const offer = async () => (await player.call('offerDraw', about(await newGame()))).body.offer
  const challenge = async (by: TestPlayer, terms: object) => {
    const clock = { kind: 'per-move', days: 3 }
    return (await by.call('createChallenge', { body: { rules: 'halma', colour: 'white', clock, ...terms } }))
      .body
  }
  const toOpponent = async () => about(await challenge(player, { opponent: opponent.username }))
  const invite = await challenge(bystander, { invite: true })
  const byCode = { params: { code: new URL(invite.inviteUrl).hash.slice(1) } }

  const tournament = async () => {
    const terms = {
      name: 'Club evening',
      rules: 'halma',
      clock: { kind: 'per-move', days: 3 },
      maxEntrants: 500,
    }
    const { body } = await player.call('createTournament', { body: terms })
    for (const entrant of [player, opponent, bystander]) await entrant.call('enterTournament', about(body))
    return { params: { id: body.id, username: bystander.username } }
  }
  const clubEvening = await tournament()
  const running = async () => {
    const request = await tournament()
    await player.call('startTournament', request)
    return request
  }
  const claimedIn = { tournamentId: (await tournament()).params.id, stage: 1 }
  const seats = [player, opponent].map(({ id }, n) => ({
    ...claimedIn,
    playerId: id,
    groupNr: 1,
    seat: n + 1,
  }))
  await prisma.tournamentGroup.create({ data: { ...claimedIn, nr: 1, startedAt: createdAt } })
  await prisma.tournamentSeat.createMany({ data: seats })
  await prisma.game.update({ where: { id: toRuleOn.game }, data: { ...claimedIn, groupNr: 1 } })
  const ending = {
    params: { rules: 'muehle' },
    query: { position: 'ww./..w/..b/....../.b./.../..b w 0 0 0 40' },
  }
  const ladder = { params: { rules: 'halma' } }
  const league = { params: { rules: 'halma' } }
  for (const rules of ['halma', 'muehle'] as const)
    await openSeason(server.store, {
      provenDraws: false,
      rules,
      season: 1,
      startsAt: daysFromNow(300),
      byId: null,
      at: createdAt,
    })
  const enteredLeague = async () => {
    for (const entrant of [player, opponent]) await entrant.call('enterLeague', league)
    return league
  }
  const webhook = async () =>
    prisma.webhook.create({
      data: { accountId, url: 'https://hook.example/', types: [], createdAt, nonce: bytes() },
    })
  const shared = await webhook()
  // refused at once: no test calls outside addresses
  const channel = () =>
    prisma.channel.create({
      data: {
        ...columnsOf(server.deps.config, { format: 'slack', url: 'https://127.0.0.1/hook' }),
        accountId,
        createdAt,
      },
    })
  const delivery = await prisma.delivery.create({
    data: { webhookId: shared.id, type: 'ping', body: '{}', state: 'failed', createdAt },
  })
  const ofWebhook = { params: { id: shared.id, delivery: `${delivery.id}` } }
  const token = async () => {
    const secret = newToken()
    const { id } = await prisma.token.create({
      data: { accountId, name: 'x', scopes: [], hash: hashToken(secret) },
    })
    return { id, secret }
  }
  const app = async () =>
    prisma.app.create({
      data: {
        clientId: randomUUID(),
        userId: accountId,
        name: 'Molenaar',
        redirectUris: [REDIRECT_URI],
        tokenEndpointAuthMethod: 'none',
      },
    })
  const client = await app()
  const request = `${new URLSearchParams(authorizationRequest(client.clientId))}`

  const sanction = (playerId: number) =>
    prisma.sanction.create({
      data: {
        playerId,
        byId: bot.id,
        kind: 'mute',
        reason: 'For good reasons.',
        createdAt: daysFromNow(-2),
        until: daysFromNow(-1),
      },
    })
  const appeal = async () =>
    prisma.appeal.create({
      data: { byId: bystander.id, sanctionId: (await sanction(bystander.id)).id, text: 'No.', createdAt },
    })
  const session = () =>
    prisma.session.create({
      data: { accountId, token: randomUUID(), createdAt, expiresAt: daysFromNow(1) },
    })
  const { body: report } = await player.call('reportPlayer', {
    params: { username: opponent.username },
    body: { reason: 'abuse', text: 'Look at this.' },
  })
  const { body: notice } = await player.call('reportContent', {
    body: { location: '/games/1', text: 'A threat.', inGoodFaith: true },
  })
  const mail = await prisma.mail.create({
    data: {
      key: 'x',
      accountId,
      kind: 'verify-email',
      recipient: 'anna@example.org',
      subject: 'x',
      state: 'sent',
      nextAt: createdAt,
      sentAt: createdAt,
      expiresAt: createdAt,
      createdAt,
    },
  })
  await prisma.accountExport.create({
    data: {
      accountId,
      state: 'ready',
      requestedAt: createdAt,
      readyAt: createdAt,
      expiresAt: daysFromNow(3),
    },
  })

  const analysis = () =>
    prisma.analysis.create({
      data: {
        playerId: player.id,
        title: 'x',
        rules: 'muehle',
        version: 1,
        bytes: 1,
        tree: { rules: 'muehle', start: null, nodes: [] },
        createdAt,
        updatedAt: createdAt,
      },
    })
  const puzzle = dailyPuzzle(createdAt)
  const news = () => prisma.news.create({ data: { texts: {}, createdAt } })
  const member = async () => {
    const username = `kid${++serial}`
    const managed = { create: { createdAt } }
    const account = { create: { name: username, email: username, managed } }
    const { account: made } = await prisma.player.create({
      data: { username, usernameKey: username, account },
      include: { account: true },
    })
    return { params: { username }, accountId: made!.id }
  }
  const LOGIN_CODE = 'ABCD-EFGH'
  const withFactor = (await member()).accountId
  await prisma.totp.create({ data: { accountId: withFactor, secret: 'x', confirmedAt: createdAt } })
  const code = { accountId: withFactor, ownDevice: false, createdAt, expiresAt: daysFromNow(1) }
  await prisma.loginCode.create({ data: { ...code, hash: hashOfCode(server.deps.config, LOGIN_CODE)! } })
  const roomyAddress = () =>
    prisma.roomyAddress.create({ data: { network: '192.0.2.0/24', until: daysFromNow(1), createdAt } })

  const siteInvitation = () =>
    prisma.siteInvitation.create({
      data: { hash: bytes(), byId: player.id, uses: 1, createdAt, expiresAt: daysFromNow(1) },
    })

  /** What differs from a request about the game, the webhook or the bystander with the document's example as its body. */
  const requests: Record<string, () => Request | Promise<Request>> = {
    register: () => ({
      body: { username: `new${++serial}`, email: `new${serial}@example.org`, password: PASSWORD },
    }),
    logIn: () => ({ body: { username: bystander.username, password: PASSWORD } }),
    requestPasswordReset: () => ({ body: { name: `nobody${++serial}` } }),
    revokeLeakedToken: async () => ({ body: { token: (await token()).secret } }),
    getRules: () => ({ params: { id: 'halma' } }),
    getInvite: () => byCode,
    exportGames: () => ({ body: { ids: [game.id] } }),
    getContentReport: () => ({ params: { code: notice.code } }),
    authorizeApp: () => ({ query: authorizationRequest(client.clientId) }),
    changeNews: async () => about(await news()),
    removeNews: async () => about(await news()),
    searchPlayers: () => ({ query: { query: 'a' } }),
    issueToken: () => ({
      body: { grant_type: 'refresh_token', refresh_token: 'tzr_x', client_id: client.clientId },
    }),
    revokeAppToken: () => ({ body: { token: 'tzr_x', client_id: client.clientId } }),
    unsubscribe: () => ({ params: { token: 'x' } }),

    reportPlayer: () => ({ body: { reason: 'abuse', text: 'Look at this.' } }),
    endVacation: async () => {
      const [from, until] = [daysFromNow(100 + ++serial * 2), daysFromNow(101 + serial * 2)]
      return about(await prisma.vacation.create({ data: { playerId: player.id, from, until, createdAt } }))
    },
    fileAppeal: async () => ({ body: { sanction: (await sanction(player.id)).id, text: 'That is not so.' } }),

    'listChallenges/mine': () => ({ query: { mine: true } }),
    createChallenge: () => ({
      body: { rules: 'halma', colour: 'white', clock: { kind: 'per-move', days: 3 } },
    }),
    acceptInvite: () => byCode,
    'acceptChallenge/open': async () => about(await challenge(bystander, { bots: true })),
    getChallenge: toOpponent,
    acceptChallenge: toOpponent,
    getStakes: toOpponent,
    probePosition: () => ending,
    probePositions: () => ({ params: ending.params, body: { positions: [ending.query.position] } }),
    getTableLine: () => ending,
    explore: () => ending,
    listRatingHistory: () => ({ params: { username: player.username, rules: 'halma' } }),
    getLeaderboard: () => ({ params: { rules: 'halma' } }),
    declineChallenge: toOpponent,
    withdrawChallenge: toOpponent,

    createTournament: () => ({
      body: { name: 'Open', rules: 'halma', clock: { kind: 'per-move', days: 3 }, maxEntrants: 8 },
    }),
    getTournament: () => clubEvening,
    listTournamentEntries: () => clubEvening,
    getStandings: () => clubEvening,
    listTournamentGames: () => clubEvening,
    listTournamentLog: () => clubEvening,
    enterTournament: () => clubEvening,
    withdrawFromTournament: running,
    getLadder: () => ladder,
    enterLadder: () => ladder,
    challengeOnLadder: () => ({ ...ladder, body: { opponent: opponent.username } }),
    leaveLadder: async () => {
      const left = { params: { rules: 'muehle' } }
      for (const entrant of [player, opponent]) await entrant.call('enterLadder', left)
      return left
    },
    removeFromTournament: running,
    startTournament: tournament,
    cancelTournament: tournament,
    announceToEntrants: async () => ({ ...(await tournament()), body: { text: 'The room is open.' } }),

    ...clubRequests(server, { player, bystander }),

    getLeague: () => league,
    enterLeague: () => ({ params: { rules: 'muehle' } }),
    changeLeagueEntry: async () => ({ ...(await enteredLeague()), body: { stay: true } }),
    leaveLeague: enteredLeague,
    changeLadder: () => ({ params: { rules: 'merels' }, body: { provenDraws: false } }),
    createLeague: () => ({ body: { rules: 'molenspel', startsAt: daysFromNow(300).toISOString() } }),

    'listGames/mine': () => ({ query: { turn: 'mine' } }),
    'playMove/message': () => ({ ...about(game), body: { move: 'd5', ply: 4, message: 'Your turn!' } }),
    getAnalysis: async () => about(await analysis()),
    saveAnalysis: async () => about(await analysis()),
    deleteAnalysis: async () => about(await analysis()),
    shareAnalysis: async () => about(await analysis()),
    unshareAnalysis: async () => about(await analysis()),
    getPuzzle: () => ({ params: { id: puzzle.id } }),
    attemptPuzzle: () => ({ params: { id: puzzle.id }, body: { moves: [puzzle.solution[0]] } }),
    setNote: () => ({ params: { id: game.id, ply: 3 } }),
    giveTime: () => ({ ...about(game), headers: { 'idempotency-key': randomUUID() } }),
    resign: async () => about(await newGame()),
    cancelGame: async () => about(await newGame()),
    acceptDrawOffer: async () => about(await offer()),
    declineDrawOffer: async () => about(await offer()),
    withdrawDrawOffer: async () => about(await offer()),
    withdrawClaim: () => about(toWithdraw),
    agreeToClaim: () => about(toAgreeTo),
    reviewClaim: () => about(toRuleOn),
    getClaimStakes: () => about(toRuleOn),
    ruleOnClaim: () => about(toRuleOn),

    deleteWebhook: async () => about(await webhook()),
    getDelivery: () => ofWebhook,
    resendDelivery: () => ofWebhook,

    reviewReport: () => about(report),
    ruleOnReport: () => about(report),
    decideContentReport: () => about(notice),
    liftSanction: async () => about(await sanction(bystander.id)),
    decideAppeal: async () => about(await appeal()),
    setRoles: () => ({ body: { roles: [] } }),
    addRoomyAddress: () => ({ body: { network: '192.0.2.0/24', hours: 1 } }),
    removeRoomyAddress: async () => about(await roomyAddress()),
    endSiteInvitation: async () => about(await siteInvitation()),
    listInvitedPlayers: async () => about(await siteInvitation()),
    createMembers: () => ({ body: { members: [{ username: `kid${++serial}` }] } }),
    // the answer to a right code says that a second factor is needed, so that nobody's session ends
    logInWithCode: () => ({ body: { code: LOGIN_CODE } }),
    renewMemberCode: () => member(),
    deleteMember: () => member(),
    getMail: () => about(mail),

    revokeToken: async () => about(await token()),
    nameSession: async () => about(await session()),
    endSession: async () => about(await session()),
    completeOidc: () => ({ body: { code: '123456' } }),
    unlinkIdentity: async () => {
      const identity = { accountId, issuer: 'https://id.example/', subject: randomUUID(), createdAt }
      return { body: { id: (await prisma.identity.create({ data: identity })).id } }
    },
    addPushSubscription: async () => ({ body: createSubscription('https://push.example/x').json }),
    removePushSubscription: async () => {
      const endpoint = `https://push.example/${randomUUID()}`
      const { id: sessionId } = await session()
      await prisma.pushSubscription.create({
        data: { accountId, sessionId, endpoint, p256dh: 'x', auth: 'x', createdAt },
      })
      return { body: { endpoint } }
    },
    updateChannel: async () => about(await channel()),
    deleteChannel: async () => about(await channel()),
    testChannel: async () => about(await channel()),
    removePasskey: async () => {
      const key = { credentialId: randomUUID(), publicKey: bytes(), counter: 0 }
      return about(await prisma.passkey.create({ data: { accountId, name: 'x', createdAt, ...key } }))
    },
    removeTotp: async () => {
      const row = { secret: 'x', confirmedAt: createdAt }
      await prisma.totp.upsert({ where: { accountId }, create: { accountId, ...row }, update: row })
      return {}
    },
    getApp: () => ({ params: { id: client.clientId } }),
    updateApp: () => ({ params: { id: client.clientId } }),
    rotateAppSecret: () => ({ params: { id: client.clientId } }),
    deleteApp: async () => ({ params: { id: (await app()).clientId } }),
    disconnectApp: async () => {
      const { clientId } = await app()
      const connection = { clientId, userId: accountId, scopes: [], createdAt, updatedAt: createdAt }
      return about(await prisma.connection.create({ data: connection }))
    },
    getAuthorizationRequest: () => ({ query: { request } }),
    consent: () => ({ body: { request, accept: true } }),
    proveIdentity: () => ({ body: { password: PASSWORD } }),
  }

  const document: any = server.app.swagger()
  return async (label) => {
    const { path, method } = endpointOf(label)
    const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
    const [media] = Object.values<any>(operation.requestBody?.content ?? {})
    const body = media?.example ?? Object.values<any>(media?.examples ?? {})[0]?.value
    const { id } = path.includes('/webhooks/') ? shared : game
    const params = { id, username: bystander.username }
    return { params, ...(body && { body }), ...(await requests[label]?.()) }
  }
}
