import argon2 from '@node-rs/argon2'
import { ENDPOINTS, SCOPES, type Scope } from '@tegenzet/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import { hashToken, newToken } from '../../src/accounts/credentials/token-secret.ts'
import { mailsToUnconfirmed } from '../../src/accounts/limits/mails-to-unconfirmed.ts'
import { resetAttempts } from '../../src/accounts/limits/rate-counters.ts'
import { createGuest, type Guest } from '../people/guest.ts'
import { connectApp, openBrowser, registerApp } from '../people/oauth-app.ts'
import { PASSWORD } from '../people/registered-person.ts'
import type { PlayerOptions, TestPlayer } from '../people/test-player.ts'
import { type Answer, type CallOperation, createCaller, type Request } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { endpointOf, prepareRequests } from './authorisation-requests.ts'

/**
 * Who may call what, by hand. Each block is a scope (`-`: none), what callers get, and the operations. `ok`: the caller is
 * let in, whatever the answer then is. A label such as `listGames/mine` is a request that needs more than the operation
 * itself. The last rows end the callers' access.
 *
 * `player` and `opponent` play the games, and the player owns everything else that a call is about. They, `other` and the
 * staff have sessions. `guest` is no player of these games. `token` has every scope but the one of the block; it belongs to the player, or to the admin if the
 * operation is for staff. `app` is connected to the player's account. `bot` has a token with every scope.
 */
const MATRIX = `
scope            visitor  guest  player  opponent  other  token  app   bot  arbiter  moderator  admin

# public
-                ok       ok     ok      ok        ok     ok     ok    ok   ok       ok         ok
  getAbout listNews getRegistrationPuzzle createGuest register getSession logIn logInWithCode searchPlayers getUser getStatistics verifyEmail requestPasswordReset
  resetPassword reportNotMe challengePasskey redeemUndoDeletion revokeLeakedToken listRules getRules listChallenges getInvite
  listBots listGames countGames getGame getLegalMoves listMoves listPositions exportGame exportGames exportUserGames
  listDrawOffers listClaims followGame reportContent getContentReport appealClosure authorizeApp issueToken
  revokeAppToken getAuthorizationServer unsubscribe listRatings listRatingHistory getLeaderboard
  listTournaments getTournament listTournamentEntries getStandings listTournamentGames listTournamentLog getLadder
  listClubs getClub listClubMembers listClubAnnouncements listClubGames listMatches getMatch
  listLeagues getLeague listTables probePosition probePositions getTableLine explore getDailyPuzzle getNextPuzzle
  getPuzzle attemptPuzzle

# this site has no OpenID Connect provider and no welcome
-                404      404    404     404       404    404    404   404  404      404        404
  startOidc finishOidc getPendingOidc completeOidc getWelcome

-                401      403    404     404       404    403    403   403  404      404        404
  linkIdentity

# everybody's own
account:read     401      ok     ok      ok        ok     403    ok    ok   ok       ok         ok
  getAccount listWarnings listAllWarnings listVacations listBlocks getRelation listNotices countUnreadNotices
  listSanctions listOwnAppeals listRulingsAboutYou

account:read     401      403    ok      ok        ok     403    ok    ok   ok       ok         ok
  listFavourites listReports getReminders listOwnPuzzles

account:write    401      ok     ok      ok        ok     403    ok    ok   ok       ok         ok
  updateAccount block unblock readNotices

account:write    401      403    ok      ok        ok     403    ok    ok   ok       ok         ok
  takeVacation addFavourite removeFavourite reportPlayer setReminders

tournament:write 401      403    ok      ok        ok     403    ok    ok   ok       ok         ok
  createTournament enterTournament enterLadder challengeOnLadder enterLeague

club:write       401      403    ok      ok        ok     403    ok    ok   ok       ok         ok
  foundClub joinClub

challenge:write  401      ok     ok      ok        ok     403    ok    ok   ok       ok         ok
  listChallenges/mine acceptInvite

challenge:write  401      403    ok      ok        ok     403    ok    ok   ok       ok         ok
  createChallenge quickPair acceptChallenge/open

game:read        401      ok     ok      ok        ok     403    ok    ok   ok       ok         ok
  followEvents

game:read        401      403    ok      ok        ok     403    ok    ok   ok       ok         ok
  createWebhook listWebhooks

-                401      ok     ok      ok        ok     ok     ok    ok   ok       ok         ok
  listGames/mine

# the player's own
account:write    401      403    ok      404       404    403    ok    404  404      404        404
  endVacation

account:write    401      404    ok      404       404    403    ok    404  404      404        404
  fileAppeal

game:read        401      403    ok      404       404    403    404   404  404      404        404
  getWebhook updateWebhook deleteWebhook pingWebhook rotateWebhookSecret listDeliveries getDelivery resendDelivery

# a challenge of the player to the opponent
challenge:write  404      404    ok      ok        404    404    ok    404  404      404        404
  getChallenge

challenge:write  401      404    ok      ok        404    403    ok    404  404      404        404
  acceptChallenge

challenge:write  401      403    ok      ok        404    403    ok    404  404      404        404
  getStakes

challenge:write  401      404    403     ok        404    403    403   404  404      404        404
  declineChallenge

challenge:write  401      404    ok      403       404    403    ok    404  404      404        404
  withdrawChallenge

# a game of the player against the opponent; the player has made its offers and claims
challenge:write  401      403    ok      ok        403    403    ok    403  403      403        403
  rematch

game:play        401      403    ok      ok        403    403    ok    403  403      403        403
  playMove resign cancelGame offerDraw fileClaim setPlan dropPlan setNote setGameNote giveTime
  claimTimeout giveHint

game:play        401      403    ok      403       403    403    ok    403  403      403        403
  withdrawClaim withdrawDrawOffer

game:play        401      403    403     ok        403    403    403   403  403      403        403
  acceptDrawOffer declineDrawOffer agreeToClaim

game:read        401      403    ok      ok        403    403    ok    403  403      403        403
  listMessages getPlan listNotes

analysis:read    401      403    ok      ok        403    403    ok    403  403      403        403
  getGameAnalysis

analysis:write   401      403    ok      ok        403    403    ok    403  403      403        403
  saveGameAnalysis

# an analysis of the player
analysis:read    401      403    ok      ok        ok     403    ok    ok   ok       ok         ok
  listAnalyses

analysis:read    401      404    ok      404       404    403    ok    404  404      404        404
  getAnalysis

analysis:write   401      403    ok      ok        ok     403    ok    ok   ok       ok         ok
  createAnalysis

analysis:write   401      403    ok      404       404    403    ok    404  404      404        404
  saveAnalysis deleteAnalysis shareAnalysis unshareAnalysis

message:write    401      403    ok      ok        403    403    ok    403  403      403        403
  sendMessage playMove/message

# a tournament of the player, a ladder and a league, entered by the player and the opponent
tournament:write 401      403    ok      ok        404    403    ok    404  404      404        404
  withdrawFromTournament leaveLadder changeLeagueEntry leaveLeague

tournament:write 401      403    ok      403       403    403    ok    403  403      403        ok
  startTournament cancelTournament announceToEntrants

# a running tournament of the player
tournament:write 401      403    403     403       403    403    403   403  403      403        ok
  removeFromTournament

# a club of the player, and a match of it
club:write       401      403    ok      403       403    403    ok    403  403      403        ok
  changeClub deleteClub deleteClubAnnouncement cancelMatch

club:write       401      403    ok      403       403    403    ok    403  403      403        403
  removeClubMember changeClubMember listClubRequests acceptClubRequest declineClubRequest inviteToClub announceInClub
  listClubInvitations endClubInvitation
  leaveClub proposeMatch acceptMatch declineMatch signUpForMatch listMissingFromMatch remindOfMatch
  orderBoards startMatch

club:write       401      403    ok      404       404    403    ok    404  404      404        404
  withdrawClubRequest withdrawFromMatch

# bots
challenge:write  401      403    403     403       403    403    403   ok   403      403        403
  setAvailability endAvailability

# staff
admin:claims     401      403    403     403       403    403    403   403  ok       403        ok
  listClaimQueue reviewClaim getClaimStakes ruleOnClaim

admin:reports    401      403    403     403       403    403    403   403  403      ok         ok
  listReportQueue reviewReport ruleOnReport

-                401      403    403     403       403    403    403   403  403      ok         ok
  searchAccounts reviewAccount imposeSanction liftSanction listAppeals decideAppeal listContentReports
  decideContentReport listUnusualRuns

-                401      403    403     403       403    403    403   403  403      403        ok
  publishNews changeNews removeNews listStaff setRoles listAdminActs findSharedAddresses requestEngineComparison getEngineComparison listMails getMail
  addRoomyAddress listRoomyAddresses removeRoomyAddress createMembers listMembers renewMemberCode deleteMember

tournament:write 401      403    403     403       403    403    403   403  403      403        ok
  createLeague changeLadder

# only in a session: a club of the player, the player's own, then everybody's
-                401      403    ok      403       403    403    403   403  403      403        403
  createClubChannel listClubChannels updateClubChannel deleteClubChannel testClubChannel

-                401      403    ok      404       404    403    403   403  404      404        404
  revokeToken nameSession endSession removePasskey removeTotp downloadExport getApp updateApp deleteApp
  rotateAppSecret disconnectApp removePushSubscription updateChannel deleteChannel testChannel unlinkIdentity

-                401      403    ok      404       404    403    403   403  ok       ok         ok
  endSiteInvitation

-                401      403    403     403       403    403    403   403  ok       ok         ok
  listInvitedPlayers

-                401      ok     ok      ok        ok     403    403   403  ok       ok         ok
  logOut

-                401      403    ok      ok        ok     403    403   403  ok       ok         ok
  proveIdentity createSiteInvitation listSiteInvitations listPushSubscriptions addPushSubscription createChannel listChannels listSessions listIdentities listSecurityEvents getFactors setUpTotp confirmTotp startPasskey addPasskey createDeviceCode
  renewRecoveryCodes requestExport getExport listTokens createToken getCalendar createCalendar deleteCalendar
  getTurnFeed createTurnFeed deleteTurnFeed
  listApps createApp listConnectedApps getAuthorizationRequest consent changeUsername changeEmail
  requestVerification changePassword endOtherSessions undoDeletion deleteAccount revokeAll`

type Column = 'visitor' | 'guest' | 'token' | 'app' | Exclude<keyof typeof people, 'bystander'>
const [HEADER = '', ...BLOCKS] = MATRIX.trim().split('\n\n')
const COLUMNS = HEADER.split(/\s+/).slice(1) as Column[]
const ROWS = BLOCKS.map((block) => {
  const [head = '', ...operations] = block.split('\n').filter((line) => !line.startsWith('#'))
  const [scope, ...expected] = head.split(/\s+/)
  return {
    needed: scope === '-' ? null : (scope as Scope),
    expected,
    labels: operations.join(' ').trim().split(/\s+/),
  }
})

let server: TestServer
let people: Record<
  'player' | 'opponent' | 'other' | 'bystander' | 'bot' | 'arbiter' | 'moderator' | 'admin',
  TestPlayer
>
let requestOf: (label: string) => Promise<Request>
beforeAll(async () => {
  const { hash } = argon2
  // full cost would take most of the test's time
  const cheap = vi.spyOn(argon2, 'hash').mockImplementation((password) => hash(password, { memoryCost: 8 }))
  const limits = [
    'MAX_ACTIVE_GAMES',
    'MAX_OPEN_CHALLENGES',
    'REGISTER_LIMIT',
    'GUEST_LIMIT',
    'LOGIN_LIMIT',
    'MAX_TOURNAMENTS',
  ]
  server = await startServer({
    jobs: 'queue',
    env: Object.fromEntries(limits.map((name) => [name, '1000'])),
    constants: { reports: 1000 },
  })
  const named = async (name: string, options?: PlayerOptions): Promise<TestPlayer> => {
    const player = await server.player(name, options)
    return { ...player, call: createCaller(server.app, { authorization: `Bearer ${player.token}` }) }
  }
  people = {
    player: await named('anna'),
    opponent: await named('bram'),
    other: await named('cato'),
    bystander: await named('dirk'),
    bot: await named('robot', { kind: 'bot' }),
    arbiter: await named('ella', { roles: ['arbiter'] }),
    moderator: await named('fred', { roles: ['moderator'] }),
    admin: await named('gina', { role: 'admin' }),
  }
  const password = await argon2.hash(PASSWORD)
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
  await server.database.prisma.credential.createMany({
    data: Object.values(people).map(({ accountId: userId }) => ({
      userId,
      accountId: `${userId}`,
      providerId: 'credential',
      password,
    })),
  })
  requestOf = await prepareRequests(server, people)
  return async () => {
    cheap.mockRestore()
    await server.close()
  }
})

type Callers = Record<Column, (needed: Scope | null, forStaff: boolean) => CallOperation>

async function openCallers({ cookie }: Guest): Promise<Callers> {
  const { prisma } = server.database
  const session = async (who: TestPlayer) => {
    const { cookie } = await openBrowser(server, who)
    const caller = createCaller(server.app, { cookie })
    return () => caller
  }
  const visitor = createCaller(server.app)
  const guest = createCaller(server.app, { cookie })
  const browser = await openBrowser(server, people.player)
  const { accessToken } = await connectApp(
    server,
    await registerApp(browser),
    browser,
    SCOPES.filter((scope) => !scope.startsWith('admin:')),
  )
  const app = createCaller(server.app, { authorization: `Bearer ${accessToken}` })
  const tokens = new Map<string, CallOperation>()
  for (const who of ['player', 'admin'] as const)
    for (const lacking of [null, ...SCOPES]) {
      const token = newToken()
      const scopes = SCOPES.filter((scope) => scope !== lacking)
      const { accountId } = people[who]
      await prisma.token.create({ data: { accountId, name: 'x', hash: hashToken(token), scopes } })
      tokens.set(`${who} ${lacking}`, createCaller(server.app, { authorization: `Bearer ${token}` }))
    }
  return {
    visitor: () => visitor,
    guest: () => guest,
    player: await session(people.player),
    opponent: await session(people.opponent),
    other: await session(people.other),
    token: (needed, forStaff) => tokens.get(`${forStaff ? 'admin' : 'player'} ${needed}`)!,
    app: () => app,
    bot: () => people.bot.call,
    arbiter: await session(people.arbiter),
    moderator: await session(people.moderator),
    admin: await session(people.admin),
  }
}

const PROOFS_ASKED = new Set(['wrong-credentials', 'second-factor-needed'])

/** What the answer says about the right to call. A wrong code or passkey in the request is not about that. */
function outcomeOf({ status, body }: Answer): string {
  if (status < 400 || PROOFS_ASKED.has(body.code) || body.error === 'invalid_grant') return 'ok'
  return [409, 422].includes(status) ? 'ok' : `${status}`
}

test('every operation has a row, and every row an operation', () => {
  const labels = ROWS.flatMap((row) => row.labels)
  expect(labels.filter((label, n) => labels.indexOf(label) !== n || !endpointOf(label))).toEqual([])
  expect(Object.keys(ENDPOINTS).filter((id) => !labels.includes(id))).toEqual([])
})

test('every caller is let in or refused as the matrix says', async () => {
  const guest = await createGuest(server)
  const callers = await openCallers(guest)
  const { prisma } = server.database
  const sessions = await prisma.session.findMany()
  const wrong: string[] = []
  for (const { needed, expected, labels } of ROWS) {
    const cells = COLUMNS.map((column, n) => ({ column, right: expected[n] }))
    // refusals first, because a call that is let in may end what the others need
    const ordered = [
      ...cells.filter(({ right }) => right !== 'ok'),
      ...cells.filter(({ right }) => right === 'ok'),
    ]
    for (const label of labels) {
      const { operationId, path } = endpointOf(label)
      let request: Request | undefined
      for (const { column, right } of ordered) {
        const call = callers[column](needed, path.startsWith('/api/v1/admin/'))
        request ??= await requestOf(label)
        const answer = await call(operationId, request)
        const outcome = outcomeOf(answer)
        // what it was about may be gone
        if (outcome === 'ok') request = undefined
        if (outcome !== right)
          wrong.push(`${label} by ${column}: ${outcome} instead of ${right}: ${JSON.stringify(answer.body)}`)
      }
      // some calls end sessions, or turn the guest into a person
      await prisma.player.update({ where: { id: guest.id }, data: { kind: 'guest' } })
      await prisma.session.createMany({ data: sessions, skipDuplicates: true })
      // all callers ask for the same address, whose mailbox has a limit
      for (const { recipient } of await prisma.mail.findMany({ distinct: 'recipient' }))
        await resetAttempts(server.store, mailsToUnconfirmed(recipient))
    }
  }
  expect(wrong).toEqual([])
}, 300_000)
