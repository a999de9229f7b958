import type { Sanction } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser } from '../people/oauth-app.ts'
import {
  codeOf,
  isAccepted,
  PASSWORD,
  type Person,
  registerPerson,
  sessionOf,
} from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'
import { standStill } from '../server/stand-still.ts'

const DAY = 86_400_000
const REASON = 'Blijf beleefd.'

let server: TestServer
let boss: Person
let chief: Person
let warden: Person
let anna: TestPlayer
beforeAll(async () => {
  server = await startServer({ env: { ADMINS: 'boss,chief' }, readingMs: 1 })
  boss = await registerPerson(server, 'boss')
  chief = await registerPerson(server, 'chief')
  warden = await registerPerson(server)
  const body = { roles: ['moderator'] }
  await boss.call('setRoles', { params: { username: warden.username }, body })
  anna = await server.player('anna')
})
afterAll(() => server?.close())

const impose = (by: Pick<Person, 'call'>, username: string, kind: string, more: object = {}) =>
  by.call('imposeSanction', { params: { username }, body: { kind, reason: REASON, ...more } })
const imposed = async (...args: Parameters<typeof impose>): Promise<Sanction> => {
  const { status, body } = await impose(...args)
  expect([status, body.code]).toEqual([201, undefined])
  return body
}
const lift = (by: Pick<Person, 'call'>, { id }: { id: number }) =>
  by.call('liftSanction', { params: { id }, body: { reason: 'Vergissing' } })
const mailsTo = (recipient: string) =>
  server.database.prisma.mail.findMany({ where: { recipient }, orderBy: { id: 'desc' } })
const acts = async (player: string) =>
  (await boss.call('listAdminActs', { query: { player } })).body.items.map(({ kind }: any) => kind)

test('a mute refuses messages of every kind until its time is over', async () => {
  standStill(server.clock)
  const bram = await server.player('bram')
  const game = await beginGame(bram, anna, { clock: { kind: 'per-move', days: 14 } })
  const params = { id: game.id }
  const offered = await anna.call('offerDraw', { params })
  const challenge = { rules: 'muehle', colour: 'random', clock: { kind: 'per-move', days: 3 } }
  const received = await anna.call('createChallenge', { body: { ...challenge, opponent: 'bram' } })
  const greeting = await bram.call('createChallenge', { body: { ...challenge, message: 'Hoi' } })
  const browser = await openBrowser(server, bram)
  const app = { name: 'Molenaar', redirectUris: ['https://app.example/callback'] }
  const ofApp = { id: (await browser.call('createApp', { body: app })).body.id }
  await server.database.prisma.account.updateMany({ data: { emailVerified: true } })
  const tournament = { name: 'Cup', rules: 'muehle', clock: challenge.clock, groupSize: 4, maxEntrants: 8 }
  const organised = await bram.call('createTournament', { body: tournament })
  const ofTournament = { id: organised.body.id }
  await anna.call('enterTournament', { params: ofTournament })
  const sanction = await imposed(warden, 'BRAM', 'mute', { days: 3 })
  const until = new Date(server.clock.now().getTime() + 3 * DAY).toISOString()
  expect(sanction).toMatchObject({ kind: 'mute', reason: REASON, until, by: { username: warden.username } })

  const answers = [
    await bram.call('sendMessage', { params, body: { text: 'Hoi' } }),
    await bram.call('playMove', { params, body: { move: 'd6', ply: 0, message: 'Hoi' } }),
    await bram.call('playMove', { params, body: { move: 'd6', ply: 0, offerDraw: { message: 'Hoi' } } }),
    await bram.call('offerDraw', { params, body: { message: 'Hoi' } }),
    await bram.call('declineDrawOffer', {
      params: { id: offered.body.offer.id },
      body: { reason: 'Nee' },
    }),
    await bram.call('createChallenge', { body: { ...challenge, message: 'Hoi' } }),
    await bram.call('declineChallenge', { params: { id: received.body.id }, body: { reason: 'Nee' } }),
    await bram.call('fileClaim', {
      params,
      body: { ground: 'repetition', positions: [1, 2, 3], text: 'Hoi' },
    }),
    await bram.call('createTournament', { body: { ...tournament, name: 'Hoi' } }),
    await bram.call('announceToEntrants', { params: ofTournament, body: { text: 'Hoi' } }),
    await bram.call('removeFromTournament', {
      params: { ...ofTournament, username: 'anna' },
      body: { reason: 'Hoi' },
    }),
    await browser.call('createApp', { body: app }),
    await browser.call('updateApp', { params: ofApp, body: { name: 'Hoi' } }),
    await browser.call('changeUsername', { body: { username: 'Hoi' } }),
  ]
  expect(answers.map(codeOf)).toEqual(answers.map(() => 'muted'))
  expect(answers[0]!.body.sanction).toEqual({ id: sanction.id, reason: REASON, until })
  // the game goes on, and so does everything without words
  await playMoves(game, bram, anna, ['d6'])
  expect((await bram.call('createChallenge', { body: challenge })).status).toBe(201)

  expect((await notificationsOf(server, bram))[0]).toEqual({
    kind: 'sanctioned',
    sanction: sanction.id,
    sanctionKind: 'mute',
    reason: REASON,
    until,
  })
  const [mail] = await mailsTo('bram@example.org')
  expect(mail!.text).toContain(REASON)
  expect(mail!.text).toContain('/account')
  const greeted = await anna.call('acceptChallenge', { params: { id: greeting.body.id } })
  expect(greeted.status).toBe(201)
  const posted = await anna.call('listMessages', { params: { id: greeted.body.game.id } })
  expect(posted.body.items).toEqual([])
  server.clock.advance(3 * DAY)
  expect((await bram.call('sendMessage', { params, body: { text: 'Hoi' } })).status).toBe(201)
  expect((await bram.call('listSanctions')).body.items).toMatchObject([{ id: sanction.id, lifted: null }])
})

test('a restriction withdraws challenges and refuses new games, however they begin', async () => {
  const carl = await server.player('carl')
  const running = await beginGame(carl, anna)
  const terms = { rules: 'muehle', colour: 'random', clock: { kind: 'per-move', days: 3 } }
  const open = await carl.call('createChallenge', { body: terms })
  const ofAnna = await anna.call('createChallenge', { body: terms })
  const invite = await anna.call('createChallenge', { body: { ...terms, invite: true } })
  const finished = await beginGame(anna, carl)
  await anna.call('cancelGame', { params: { id: finished.id } })

  expect(codeOf(await impose(warden, 'carl', 'restrict'))).toBe('forbidden')
  const sanction = await imposed(boss, 'carl', 'restrict')
  expect((await carl.call('getChallenge', { params: { id: open.body.id } })).body.state).toBe('withdrawn')
  expect(codeOf(await anna.call('acceptChallenge', { params: { id: open.body.id } }))).toBe(
    'challenge-closed',
  )
  const code = new URL(invite.body.inviteUrl).hash.slice(1)
  const answers = [
    await carl.call('createChallenge', { body: terms }),
    await carl.call('acceptChallenge', { params: { id: ofAnna.body.id } }),
    await carl.call('acceptInvite', { params: { code } }),
    await carl.call('rematch', { params: { id: finished.id } }),
  ]
  expect(answers.map(codeOf)).toEqual(answers.map(() => 'restricted'))
  const move = { params: { id: running.id }, body: { move: 'd6', ply: 0, message: 'Hoi' } }
  expect((await carl.call('playMove', move)).status).toBe(201)

  expect(codeOf(await impose(boss, 'carl', 'restrict'))).toBe('conflict')
  expect(codeOf(await lift(warden, sanction))).toBe('forbidden')
  expect((await lift(chief, sanction)).body.lifted).toMatchObject({ by: { username: 'chief' } })
  expect(codeOf(await lift(boss, sanction))).toBe('conflict')
  expect((await carl.call('createChallenge', { body: terms })).status).toBe(201)
  expect(await acts('carl')).toEqual(['sanction-lifted', 'sanction-imposed'])
})

test('a closure ends sessions, tokens and connections, and an appeal opens the account again', async () => {
  const dora = await registerPerson(server)
  const body = { name: 'bot', scopes: ['game:read'] }
  const { token } = (await dora.call('createToken', { body })).body
  const bearer = { headers: { authorization: `Bearer ${token}` } }
  const credentials = { body: { username: dora.username, password: PASSWORD } }
  const revoked = server.published.revoked.length
  const sanction = await imposed(boss, dora.username, 'close')

  expect(await isAccepted(dora)).toBe(false)
  expect(codeOf(await server.call('getGame', { params: { id: 1 }, ...bearer }))).toBe('unauthenticated')
  expect(server.published.revoked.length - revoked).toBe(2)
  expect(codeOf(await server.call('logIn', { body: { ...credentials.body, password: 'fout' } }))).toBe(
    'wrong-credentials',
  )
  const refused = await server.call('logIn', credentials)
  expect(codeOf(refused)).toBe('account-closed')
  expect(refused.headers.getSetCookie()).toEqual([])
  const { appealUrl, ...shown } = refused.body.sanction
  expect(shown).toEqual({ id: sanction.id, reason: REASON, until: null })
  const [mail] = await mailsTo(dora.email)
  expect(mail!.text).toContain('/appeal#')

  const appealToken = new URL(appealUrl).hash.slice(1)
  const appeal = (text: string, used = appealToken) =>
    server.call('appealClosure', { body: { token: used, text } })
  expect(codeOf(await appeal('Ik was het niet', `${appealToken.slice(0, -1)}A`))).toBe('link-expired')
  expect((await appeal('Ik was het niet')).status).toBe(201)
  expect(codeOf(await appeal('Echt niet'))).toBe('conflict')

  const queue = async (by: Person) => (await by.call('listAppeals')).body.items
  expect(await queue(boss)).toMatchObject([{ mayDecide: false, target: { id: sanction.id } }])
  const [{ appeal: filed }] = await queue(warden)
  const decide = (by: Person) =>
    by.call('decideAppeal', {
      params: { id: filed.id },
      body: { verdict: 'granted', reason: 'Een broer speelde' },
    })
  expect(codeOf(await decide(boss))).toBe('forbidden')
  expect((await decide(warden)).body).toMatchObject({
    appeal: { state: 'granted' },
    target: { lifted: { reason: 'Een broer speelde' } },
    mayDecide: false,
  })
  expect(codeOf(await decide(chief))).toBe('conflict')
  const again = await sessionOf(server, await server.call('logIn', credentials))
  expect((await server.call('listGames', bearer)).status).toBe(200)
  expect((await notificationsOf(server, again)).map(({ kind }: any) => kind)).toEqual(
    expect.arrayContaining(['appeal-decided', 'sanction-lifted']),
  )
  expect(await acts(dora.username)).toEqual(['sanction-lifted', 'appeal-decided', 'sanction-imposed'])
})

test('an appeal against a mute is decided by another moderator, and lifting grants it', async () => {
  const emil = await server.player('emil')
  const first = await imposed(boss, 'emil', 'mute')
  const file = (sanction: number, by = emil) =>
    by.call('fileAppeal', { body: { sanction, text: 'Hij begon' } })
  expect(codeOf(await file(first.id, anna))).toBe('not-found')
  expect(codeOf(await file(2_147_483_647))).toBe('not-found')
  expect((await file(first.id)).body).toMatchObject({ state: 'open', by: { username: 'emil' } })
  expect((await lift(warden, first)).body.appeal).toMatchObject({ state: 'granted' })
  expect(codeOf(await file(first.id))).toBe('conflict')

  const second = await imposed(warden, 'emil', 'mute')
  const { body: appeal } = await file(second.id)
  const decide = (by: Person) =>
    by.call('decideAppeal', {
      params: { id: appeal.id },
      body: { verdict: 'rejected', reason: 'Nee' },
    })
  expect(codeOf(await decide(warden))).toBe('forbidden')
  expect((await decide(chief)).status).toBe(200)
  expect((await emil.call('listSanctions')).body.items[0]).toMatchObject({
    lifted: null,
    appeal: { state: 'rejected', decision: { by: { username: 'chief' }, reason: 'Nee' } },
  })
  const decided = await warden.call('listAppeals', { query: { status: 'decided', limit: 1 } })
  expect(decided.body.items[0].appeal.id).toBe(appeal.id)
  const params = { cursor: decided.body.nextCursor, status: 'open' }
  expect(codeOf(await warden.call('listAppeals', { query: params }))).toBe('validation')
})

test('nobody sanctions themselves, people with a role, or what their role does not allow', async () => {
  expect(codeOf(await impose(boss, 'boss', 'mute'))).toBe('yourself')
  expect(codeOf(await impose(boss, warden.username, 'mute'))).toBe('forbidden')
  expect(codeOf(await impose(boss, 'nobody', 'mute'))).toBe('not-found')
  expect(codeOf(await impose(boss, 'anna', 'banish'))).toBe('validation')
  expect(codeOf(await impose(boss, 'anna', 'mute', { reason: ' ' }))).toBe('validation')
  const plain = await registerPerson(server)
  for (const call of ['searchAccounts', 'listAppeals'] as const)
    expect(codeOf(await plain.call(call)), call).toBe('forbidden')
  expect(codeOf(await impose(plain, 'anna', 'mute'))).toBe('forbidden')
  expect(codeOf(await impose(anna, 'anna', 'mute'))).toBe('forbidden')
})

test('moderators look accounts up, and only admins see e-mail and compare addresses', async () => {
  const [frank, gus] = [await registerPerson(server), await registerPerson(server)]
  const search = async (by: Person, q: string) =>
    (await by.call('searchAccounts', { query: { q } })).body.items.map(({ player }: any) => player.username)
  expect(await search(warden, 'ANN')).toEqual(['anna'])
  expect(await search(boss, frank.email)).toEqual([frank.username])
  expect(await search(warden, frank.email)).toEqual([])
  const page = (await warden.call('searchAccounts', { query: { limit: 1 } })).body
  const next = await warden.call('searchAccounts', { query: { limit: 1, cursor: page.nextCursor } })
  expect(next.body.items[0].player.username > page.items[0].player.username).toBe(true)

  await anna.call('reportPlayer', {
    params: { username: frank.username },
    body: { reason: 'spam', text: 'Reclame' },
  })
  await imposed(warden, frank.username, 'mute')
  const review = (by: Person, username = frank.username) => by.call('reviewAccount', { params: { username } })
  expect((await review(boss)).body).toMatchObject({
    email: frank.email,
    sanctions: ['mute'],
    mayImpose: ['restrict', 'close'],
    reports: [{ reason: 'spam' }],
    allSanctions: [{ kind: 'mute' }],
  })
  expect((await review(warden)).body).toMatchObject({ email: null, mayImpose: [] })
  expect(codeOf(await review(warden, warden.username))).toBe('yourself')
  expect(codeOf(await review(warden, 'nobody'))).toBe('not-found')

  const compare = (by: Person) =>
    by.call('findSharedAddresses', {
      params: { username: frank.username },
      body: { reason: 'Twee klachten' },
    })
  expect(codeOf(await compare(warden))).toBe('forbidden')
  const shared = (await compare(boss)).body.items
  expect(shared.find(({ player }: any) => player.username === gus.username)).toMatchObject({
    addresses: 1,
    sameBrowser: true,
  })
  expect((await acts(frank.username))[0]).toBe('addresses-compared')
})
