import type { Game, Ladder, LadderPlace } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runLadders } from '../../src/competition/ladders/run-ladders.ts'
import { registerPerson } from '../people/registered-person.ts'
import { lift, restrict } from '../people/restrict.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { playMoves } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'

const DAY = 86_400_000
const LADDER = { params: { rules: 'muehle' } }
const NAMES = ['anna', 'bram', 'cato', 'dirk', 'ella', 'fred'] as const

let server: TestServer
let people: Record<(typeof NAMES)[number], TestPlayer>

beforeAll(async () => {
  server = await startServer({ env: { ADMINS: 'chief' } })
  const players = await Promise.all(NAMES.map((name) => server.player(name)))
  people = Object.fromEntries(NAMES.map((name, n) => [name, players[n]!])) as typeof people
  await setMigratedAt(new Date(server.clock.now().getTime() - 2 * DAY))
})
afterAll(() => server?.close())
beforeEach(async () => {
  const { prisma } = server.database
  await prisma.ladderGame.deleteMany()
  await prisma.ladderEntry.deleteMany()
  await prisma.ladderReign.deleteMany()
  await prisma.vacation.deleteMany()
  await prisma.rateCounter.deleteMany()
  for (const name of NAMES) accepted(await people[name].call('enterLadder', LADDER))
})

const accepted = <B>({ status, body }: { status: number; body: B }): B => {
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  return body
}
const setMigratedAt = (at: Date) =>
  server.database.pool.query('UPDATE "_prisma_migrations" SET finished_at = $1', [at])
/** The places in the table, from the top. */
async function keys(): Promise<number[]> {
  const entries = await server.database.prisma.ladderEntry.findMany({ orderBy: { place: 'asc' } })
  return entries.map(({ place }) => place)
}
const run = () => runLadders(server.deps, server.store)
const ladderFor = async ({ call }: Pick<TestPlayer, 'call'> = server, query = {}): Promise<Ladder> =>
  accepted(await call('getLadder', { ...LADDER, query }))
/** The names from the top. Their places are 1, 2, 3, … */
async function order(): Promise<string> {
  const { items, length } = await ladderFor()
  expect(items.map(({ place }) => place)).toEqual(Array.from({ length }, (_, n) => n + 1))
  return items.map(({ user }) => user.username).join(' ')
}
const send = (by: TestPlayer, opponent: string) =>
  by.call('challengeOnLadder', { ...LADDER, body: { opponent } })
const challenge = async (by: TestPlayer, opponent: TestPlayer): Promise<Game> =>
  accepted(await send(by, opponent.username)).game
const codeOf = async (by: TestPlayer, opponent: string): Promise<string> =>
  (await send(by, opponent)).body.code
const resign = async (by: TestPlayer, { id }: Game) => accepted(await by.call('resign', { params: { id } }))
const reasons = (items: LadderPlace[]) => items.map(({ reason }) => reason)

it('lets nobody enter and leave without end, which would begin and end the reigns of others', async () => {
  const { prisma } = server.database
  await prisma.ladderEntry.deleteMany()
  await prisma.rateCounter.deleteMany()
  const { anna, bram } = people
  accepted(await anna.call('enterLadder', LADDER))
  const codes: (string | undefined)[] = []
  for (let n = 1; n <= 7; n++) {
    codes.push((await bram.call('enterLadder', LADDER)).body.code)
    await bram.call('leaveLadder', LADDER)
  }
  expect(codes).toEqual([...Array(5).fill(undefined), 'rate-limited', 'rate-limited'])
  server.clock.advance(DAY)
  expect((await bram.call('enterLadder', LADDER)).status).toBe(201)
})

it('moves a challenger who wins to the opponent’s place, once', async () => {
  const { anna, bram, dirk, ella } = people
  const game = await challenge(dirk, bram)
  expect(game).toMatchObject({
    status: 'active',
    rules: 'muehle',
    ladder: true,
    rated: true,
    vacation: true,
    tournament: null,
    white: { username: 'dirk' },
    clock: { kind: 'per-move', days: 3 },
  })
  const told = (await notificationsOf(server, bram))[0]
  expect(told).toMatchObject({ kind: 'game-begun', by: 'dirk', side: 'black', ladder: true })
  expect((await dirk.call('cancelGame', { params: { id: game.id } })).body.code).toBe('too-late-to-cancel')
  expect((await resign(bram, game)).game.outcome).toEqual({ winner: 'white', reason: 'forfeit' })
  await Promise.all([run(), run()])
  expect(await order()).toBe('anna dirk bram cato ella fred')
  await run()
  expect(await order()).toBe('anna dirk bram cato ella fred')

  // ella wins after she has passed her opponent, and anna wins as the challenged one
  const overtaken = await challenge(ella, people.cato)
  const above = await challenge(ella, bram)
  await resign(bram, above)
  await resign(people.dirk, await challenge(dirk, anna))
  await run()
  expect(await order()).toBe('anna dirk ella bram cato fred')
  await resign(people.cato, overtaken)
  await run()
  expect(await order()).toBe('anna dirk ella bram cato fred')
})

it('changes nobody else when a player leaves, and only those between when a challenger wins', async () => {
  const { anna, bram, cato, dirk, ella, fred } = people
  accepted(await bram.call('leaveLadder', LADDER))
  expect(await keys()).toEqual([1, 3, 4, 5, 6])
  expect(await order()).toBe('anna cato dirk ella fred')
  // three places above, over the gap; a page begins after a gap too
  await resign(anna, await challenge(ella, anna))
  await run()
  expect(await order()).toBe('ella anna cato dirk fred')
  expect(await keys()).toEqual([1, 2, 4, 5, 6])
  const first = await ladderFor(server, { limit: 2 })
  const rest = await ladderFor(server, { limit: 2, cursor: first.nextCursor })
  expect(rest.items.map(({ place, user }) => [place, user.username])).toEqual([
    [3, 'cato'],
    [4, 'dirk'],
  ])
  accepted(await fred.call('leaveLadder', LADDER))
  accepted(await cato.call('leaveLadder', LADDER))
  const { body } = await bram.call('enterLadder', LADDER)
  expect(body.place).toBe(4)
  expect(await order()).toBe('ella anna dirk bram')
  expect((await ladderFor(dirk)).mine?.place).toBe(3)
})

it('leaves no gaps while processes of the release before may run, which do not count places', async () => {
  const migratedAt = server.clock.now()
  await setMigratedAt(migratedAt)
  accepted(await people.bram.call('leaveLadder', LADDER))
  await setMigratedAt(new Date(migratedAt.getTime() - 2 * DAY))
  expect(await keys()).toEqual([1, 2, 3, 4, 5])
  expect(await order()).toBe('anna cato dirk ella fred')
})

it('lists its games', async () => {
  const { bram, dirk } = people
  const game = await challenge(dirk, bram)
  const query = { player: 'dirk', rules: 'muehle', status: 'active', ladder: 'true' }
  const { items } = accepted(await server.call('listGames', { query }))
  expect(items).toMatchObject([{ id: game.id, ladder: true }])
  await playMoves(game, dirk, bram, ['a1', 'a4'])
  expect((await resign(dirk, game)).game.outcome).toEqual({ winner: 'black', reason: 'resignation' })
  expect(accepted(await server.call('listGames', { query })).items).toEqual([])
})

it('says whom one can challenge, and why not', async () => {
  const { anna, bram, cato, dirk, ella, fred } = people
  const { items, mine, length, reach } = await ladderFor(fred)
  expect({ length, reach, mine: mine?.place }).toEqual({ length: 6, reach: 3, mine: 6 })
  expect(reasons(items)).toEqual(['too-far-above', 'too-far-above', null, null, null, 'yourself'])
  expect(items.map(({ challengeable }) => challengeable)).toEqual([false, false, true, true, true, false])
  expect(reasons((await ladderFor(cato)).items)).toEqual([null, null, 'yourself', 'below', 'below', 'below'])
  expect(new Set(reasons((await ladderFor()).items))).toEqual(new Set(['not-entered']))
  const page = await ladderFor(fred, { limit: 4 })
  expect((await ladderFor(fred, { limit: 4, cursor: page.nextCursor })).items).toEqual(items.slice(4))

  expect(await codeOf(fred, 'anna')).toBe('too-far-above')
  expect(await codeOf(cato, 'dirk')).toBe('too-far-above')
  expect(await codeOf(cato, 'cato')).toBe('own-challenge')
  expect(await codeOf(cato, 'nobody')).toBe('unknown-opponent')
  const outsider = await server.player('outsider')
  expect(await codeOf(cato, 'outsider')).toBe('unknown-opponent')
  expect(await codeOf(outsider, 'cato')).toBe('conflict')
  const again = await anna.call('enterLadder', LADDER)
  expect([again.status, again.body.code]).toEqual([409, 'already-entered'])
  const bot = await server.player('robot', { kind: 'bot' })
  const refused = await bot.call('enterLadder', LADDER)
  expect([refused.status, refused.body.code]).toEqual([422, 'wrong-kind'])
  expect(await codeOf(bot, 'anna')).toBe('wrong-kind')
  expect((await server.call('getLadder', { params: { rules: 'chess' } })).status).toBe(400)

  // two challenges of dirk's, two against bram
  await challenge(dirk, bram)
  await challenge(dirk, anna)
  await challenge(ella, bram)
  expect(await codeOf(dirk, 'cato')).toBe('too-many-challenges')
  expect(await codeOf(cato, 'bram')).toBe('too-many-challenges')
  expect(reasons((await ladderFor(dirk)).items).slice(0, 3)).toEqual([
    ...['met-recently', 'met-recently', 'too-many-challenges'],
  ])
  expect((await ladderFor(cato)).items[1]).toMatchObject({ reason: 'opponent-busy', running: 2 })
})

it('lets a pair meet again after 14 days, and leaves vacationers alone', async () => {
  const { anna, bram, cato } = people
  const game = await challenge(cato, anna)
  expect(await codeOf(cato, 'anna')).toBe('met-recently')
  await resign(cato, game)
  const again = new Date(server.clock.now().getTime() + 14 * DAY).toISOString()
  expect((await ladderFor(cato)).items[0]).toMatchObject({ reason: 'met-recently', challengeableAt: again })
  server.clock.advance(14 * DAY - 1)
  expect(await codeOf(cato, 'anna')).toBe('met-recently')
  server.clock.advance(1)
  const until = new Date(server.clock.now().getTime() + 2 * DAY).toISOString()
  accepted(await bram.call('takeVacation', { body: { until } }))
  expect(reasons((await ladderFor(cato)).items)).toEqual([
    null,
    'on-vacation',
    'yourself',
    ...Array(3).fill('below'),
  ])
  expect(await codeOf(cato, 'bram')).toBe('on-vacation')
  await challenge(cato, anna)
})

it('closes the gap when somebody leaves, and forfeits their games', async () => {
  const { bram, cato, dirk, fred } = people
  const games = [await challenge(dirk, bram), await challenge(cato, bram)]
  expect((await bram.call('leaveLadder', LADDER)).status).toBe(204)
  expect((await bram.call('leaveLadder', LADDER)).status).toBe(404)
  for (const { id } of games) {
    const { body } = await server.call('getGame', { params: { id } })
    expect(body.outcome).toEqual({ winner: 'white', reason: 'forfeit' })
  }
  // also if they come back before the results are applied
  accepted(await bram.call('enterLadder', LADDER))
  await run()
  expect(await order()).toBe('anna cato dirk ella fred bram')

  const { prisma } = server.database
  await prisma.sanction.create({
    data: { playerId: fred.id, kind: 'close', reason: 'x', byId: bram.id, createdAt: server.clock.now() },
  })
  await run()
  expect(await order()).toBe('anna cato dirk ella bram')
  await prisma.sanction.deleteMany()
})

it('drops who has begun no game for 60 days, vacations not counted', async () => {
  const { anna, bram, cato, ella } = people
  const until = new Date(server.clock.now().getTime() + 2 * DAY).toISOString()
  accepted(await bram.call('takeVacation', { body: { until } }))
  server.clock.advance(3 * DAY)
  await challenge(cato, anna)
  server.clock.advance(57 * DAY - 1)
  await run()
  expect(await order()).toBe('anna bram cato dirk ella fred')
  server.clock.advance(1)
  await run()
  expect(await order()).toBe('anna bram cato')
  const [told] = await notificationsOf(server, ella)
  expect(told).toEqual({ kind: 'ladder', rules: 'muehle', change: 'dropped', place: 5 })
  server.clock.advance(2 * DAY)
  await run()
  expect(await order()).toBe('anna cato')
  accepted(await ella.call('enterLadder', LADDER))
  expect(await order()).toBe('anna cato ella')
})

it('starts no game with a player who may not start games', async () => {
  const { anna, bram, cato } = people
  const chief = await registerPerson(server, 'chief')
  const { id } = await restrict(chief, bram)
  expect((await ladderFor(cato)).items[1]).toMatchObject({
    challengeable: false,
    reason: 'opponent-restricted',
  })
  const refused = await send(cato, 'bram')
  expect([refused.status, refused.body.code]).toEqual([422, 'opponent-restricted'])
  expect((await ladderFor(bram)).items[0]).toMatchObject({ challengeable: false, reason: 'restricted' })
  expect(await codeOf(bram, 'anna')).toBe('restricted')
  await lift(chief, id)
  await challenge(bram, anna)
  await challenge(cato, bram)
})

it('gives a trophy to who has been on top for the longest time', async () => {
  const { anna, bram } = people
  const recordOf = async ({ username }: TestPlayer) =>
    (await server.call('getStatistics', { params: { username } })).body.longestOnTop
  const beat = async (challenger: TestPlayer, champion: TestPlayer) => {
    await resign(champion, await challenge(challenger, champion))
    await run()
  }
  server.clock.advance(7 * DAY - 1)
  expect(await recordOf(anna)).toEqual([])
  server.clock.advance(1)
  expect(await recordOf(anna)).toEqual([{ rules: 'muehle', days: 7, current: true }])
  await beat(bram, anna)
  // as long as anna, who was there first
  server.clock.advance(7 * DAY)
  expect([await recordOf(anna), await recordOf(bram)]).toEqual([
    [{ rules: 'muehle', days: 7, current: false }],
    [],
  ])
  server.clock.advance(7 * DAY)
  expect([await recordOf(anna), await recordOf(bram)]).toEqual([
    [],
    [{ rules: 'muehle', days: 14, current: true }],
  ])
  // all times together count, but not the time alone on the ladder
  await beat(anna, bram)
  server.clock.advance(8 * DAY)
  expect(await recordOf(anna)).toEqual([{ rules: 'muehle', days: 15, current: true }])
  for (const name of NAMES.slice(1)) await people[name].call('leaveLadder', LADDER)
  server.clock.advance(8 * DAY)
  expect(await recordOf(anna)).toEqual([{ rules: 'muehle', days: 15, current: false }])
})

it('keeps places and limits when everything happens at once', async () => {
  const { anna, bram, cato, dirk, ella, fred } = people
  const won = [await challenge(fred, cato), await challenge(ella, bram), await challenge(dirk, anna)]
  await resign(cato, won[0]!)
  await resign(bram, won[1]!)
  await resign(anna, won[2]!)
  const challenges = [
    ...[send(bram, 'anna'), send(bram, 'anna'), send(cato, 'anna'), send(dirk, 'bram'), send(fred, 'dirk')],
  ]
  const answers = await Promise.all([...challenges, run(), anna.call('leaveLadder', LADDER), run()])
  expect(answers.filter((answer) => answer && answer.status >= 500)).toEqual([])
  await run()
  expect((await order()).split(' ').sort()).toEqual(NAMES.slice(1))
  const pairs = await server.database.prisma.ladderGame.groupBy({
    by: ['challengerId', 'challengedId'],
    _count: true,
  })
  expect(pairs.every(({ _count }) => _count === 1)).toBe(true)
})
