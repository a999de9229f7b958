import type { Game, Message, QueuedReport, Report } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { fileRepetition, gameWithRepetition } from '../play/repetition-games.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'

const DAY = 24 * 60 * 60 * 1000

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let boss: TestPlayer
let chief: TestPlayer
let tool: TestPlayer
let game: Game
beforeAll(async () => {
  server = await startServer({ env: { MESSAGE_LIMIT: '1000' }, constants: { reports: 6 } })
  anna = await server.player('anna')
  bram = await server.player('bram')
  boss = await server.player('boss', { role: 'admin' })
  chief = await server.player('chief', { role: 'admin' })
  tool = await server.player('tool', { role: 'admin', scopes: ['admin:reports'] })
})
afterAll(() => server?.close())
beforeEach(async () => {
  server.clock.advance(2 * DAY)
  game = await beginGame(anna, bram, { clock: { kind: 'per-move', days: 14 } })
  server.published.events.length = 0
})

const sendMessage = async (by: TestPlayer, text: string, { id } = game): Promise<Message> =>
  (await by.call('sendMessage', { params: { id }, body: { text } })).body
const report = (by: TestPlayer, of: { username: string }, body: object = {}) =>
  by.call('reportPlayer', {
    params: { username: of.username },
    body: { reason: 'abuse', text: 'Hij scheldt', ...body },
  })
const fileReport = async (by: TestPlayer, of: TestPlayer, body: object = {}): Promise<Report> => {
  const { status, body: answer } = await report(by, of, body)
  expect([status, answer.code]).toEqual([201, undefined])
  return answer
}
const rule = (admin: TestPlayer, { id }: { id: number }, verdict = 'upheld', more: object = {}) =>
  admin.call('ruleOnReport', { params: { id }, body: { verdict, reason: 'Blijf beleefd', ...more } })
const review = (admin: TestPlayer, { id }: { id: number }) => admin.call('reviewReport', { params: { id } })
const queue = async (status?: string): Promise<QueuedReport[]> =>
  (await tool.call('listReportQueue', { query: { limit: 100, ...(status && { status }) } })).body.items
const player = ({ id, username }: TestPlayer) => ({ id, username, kind: 'human' })

describe('a report', () => {
  test('stores the message verbatim and the game’s state', async () => {
    await playMoves(game, anna, bram, ['d6'])
    const message = await sendMessage(bram, 'Sukkel!')
    const answer = await fileReport(anna, { ...bram, username: 'BRAM' }, { message: message.id })
    const { id, text, kind, ply, createdAt } = message
    const { deadline, position } = (await anna.call('getGame', { params: { id: game.id } })).body
    expect(answer).toEqual({
      id: answer.id,
      reason: 'abuse',
      text: 'Hij scheldt',
      by: player(anna),
      player: player(bram),
      message: { id, kind, ply, text, createdAt },
      game: {
        id: game.id,
        rules: 'muehle',
        rulesRevision: 1,
        side: 'black',
        status: 'active',
        turn: 'black',
        ply: 1,
        position,
        deadline,
      },
      challenge: null,
      analysis: null,
      state: 'open',
      verdict: null,
      createdAt: server.clock.now().toISOString(),
    })
    await bram.call('cancelGame', { params: { id: game.id } })
    expect((await anna.call('listReports')).body.items[0]).toEqual(answer)
    expect((await bram.call('listReports')).body.items).toEqual([])
    expect((await review(tool, answer)).body.report).toEqual(answer)
  })

  test('is sent live to admins only', async () => {
    const answer = await fileReport(anna, bram)
    expect(server.published.events).toEqual([
      {
        event: { id: expect.any(Number), type: 'report', report: answer },
        playerIds: expect.arrayContaining([boss.id, chief.id, tool.id]),
      },
    ])
    expect(server.published.events[0]!.playerIds).not.toEqual(expect.arrayContaining([bram.id]))
    expect(await notificationsOf(server, bram)).not.toContainEqual(
      expect.objectContaining({ kind: 'warned' }),
    )
    await rule(boss, answer, 'dismissed')
  })

  test('of one thing is open once per reporter; repeated with its key it is the same', async () => {
    const carl = await server.player(`carl-${game.id}`)
    const first = await fileReport(carl, bram)
    expect((await report(carl, bram, { reason: 'spam' })).body.code).toBe('already-reported')
    await fileReport(carl, bram, { game: game.id })
    await fileReport(anna, bram)
    const all = await Promise.all([1, 2, 3].map(() => report(carl, anna, { game: game.id })))
    expect(all.map(({ status }) => status).sort()).toEqual([201, 409, 409])
    await rule(boss, first)
    const headers = { 'idempotency-key': `again-${game.id}` }
    const body = { reason: 'abuse', text: 'Weer' }
    const again = () => carl.call('reportPlayer', { params: { username: bram.username }, body, headers })
    expect([(await again()).body, (await again()).status]).toEqual([
      expect.objectContaining({ text: 'Weer', state: 'open' }),
      201,
    ])
  })

  test('must be against another player, about their own message or a game of both', async () => {
    const carl = await server.player(`carl-${game.id}`)
    const annas = await sendMessage(anna, 'Ik zei niets')
    const brams = await sendMessage(bram, 'Ik wel')
    const other = await beginGame(carl, anna)
    const refusals = [
      await report(anna, anna),
      await report(anna, { username: 'nobody-at-all' }),
      await report(anna, bram, { game: 999_999 }),
      await report(anna, bram, { game: 2 ** 40 }),
      await report(anna, bram, { message: 2 ** 40 }),
      await report(anna, bram, { message: annas.id }),
      await report(anna, bram, { game: other.id }),
      await report(anna, bram, { game: other.id, message: brams.id }),
      // outsiders do not know the messages of a game
      await report(carl, bram, { message: brams.id }),
      await report(anna, bram, { text: '  ' }),
      await report(anna, bram, { reason: 'ugliness' }),
    ]
    expect(refusals.map(({ body }) => body.code)).toEqual([
      ...['yourself', 'not-found', 'not-found', 'not-found', 'not-found'],
      ...['report-refused', 'report-refused', 'report-refused', 'not-found', 'validation', 'validation'],
    ])
  })

  test('is limited in number per day', async () => {
    const carl = await server.player(`carl-${game.id}`)
    const games = [game]
    while (games.length < 7) games.push(await beginGame(anna, bram))
    const codes = []
    for (const { id } of games) codes.push((await report(carl, bram, { game: id })).body.code)
    expect(codes).toEqual([...Array(6).fill(undefined), 'rate-limited'])
    server.clock.advance(DAY)
    expect((await report(carl, bram, { game: games[6]!.id })).status).toBe(201)
  })
})

describe('the queue', () => {
  test('lists open reports oldest first, in pages, with the number of others against the player', async () => {
    const dora = await server.player(`dora-${game.id}`)
    const carl = await server.player(`carl-${game.id}`)
    for (const { report } of await queue()) await rule(boss, report, 'dismissed')
    const all = [await fileReport(anna, dora), await fileReport(bram, dora), await fileReport(bram, carl)]
    expect((await queue()).map(({ report, mayRule, otherOpen }) => [report, mayRule, otherOpen])).toEqual([
      [all[0], true, 1],
      [all[1], true, 1],
      [all[2], true, 0],
    ])
    const page = await tool.call('listReportQueue', { query: { limit: 1 } })
    const cursor = page.body.nextCursor
    const next = await tool.call('listReportQueue', { query: { limit: 1, cursor } })
    expect(next.body.items[0].report.id).toBe(all[1]!.id)
    expect((await tool.call('listReportQueue', { query: { cursor, status: 'ruled' } })).status).toBe(400)
    await rule(boss, all[1]!)
    await rule(boss, all[0]!, 'dismissed')
    expect((await queue('ruled')).slice(0, 2).map(({ report }) => report.id)).toEqual([
      all[1]!.id,
      all[0]!.id,
    ])
    expect((await queue('upheld'))[0]!.report.id).toBe(all[1]!.id)
    expect((await queue('dismissed'))[0]!.report.id).toBe(all[0]!.id)
  })

  test('is for admins with the scope', async () => {
    const one = await fileReport(anna, bram, { game: game.id })
    const limited = await server.player(`limited-${game.id}`, { role: 'admin', scopes: ['admin:claims'] })
    for (const who of [anna, limited])
      for (const answer of [await who.call('listReportQueue'), await review(who, one), await rule(who, one)])
        expect([answer.status, answer.body.code]).toEqual([403, 'missing-scope'])
    expect((await server.call('listReportQueue')).status).toBe(401)
    expect((await review(tool, { id: 999_999 })).status).toBe(404)
    expect((await rule(tool, { id: 2 ** 40 })).status).toBe(404)
  })
})

describe('an admin', () => {
  test('sees the surrounding messages and the history of both players', async () => {
    const dora = await server.player(`dora-${game.id}`)
    const theirs = await beginGame(anna, dora)
    await server.database.prisma.account.update({ where: { id: dora.accountId }, data: { language: 'de' } })
    const earlier = await fileReport(bram, dora)
    await rule(boss, earlier, 'upheld', { warn: true })
    const before = await sendMessage(anna, 'Alles goed?', theirs)
    const message = await sendMessage(dora, 'Rund geht es!', theirs)
    const after = await sendMessage(anna, 'Dat meld ik', theirs)
    const one = await fileReport(anna, dora, { message: message.id })
    server.clock.advance(1000)
    await sendMessage(anna, 'Dit leest geen beheerder', theirs)

    const { body } = await review(tool, one)
    expect(body.messages).toEqual([before, message, after])
    expect(body.game).toEqual((await anna.call('getGame', { params: { id: theirs.id } })).body)
    expect(body.reported.language).toBe('de')
    expect(body.reported.reports.map(({ id, state }: Report) => [id, state])).toEqual([
      [earlier.id, 'upheld'],
    ])
    expect(body.reported.warnings).toEqual([
      {
        withdrawn: false,
        id: expect.any(Number),
        player: player(dora),
        game: null,
        claim: null,
        report: earlier.id,
        by: player(boss),
        reason: 'Blijf beleefd',
        at: expect.any(String),
      },
    ])
    const { filed: count, upheld, dismissed } = body.reporter
    expect(count).toBeGreaterThanOrEqual(1 + upheld + dismissed)
    // a reporter who does not play in the game does not reveal its messages
    const onlooker = await fileReport(bram, dora, { game: theirs.id })
    expect((await review(tool, onlooker)).body.messages).toEqual([])
    // if a player of the game reports it, its latest messages are shown
    const ofGame = await fileReport(anna, dora, { game: theirs.id, reason: 'engine' })
    expect((await review(tool, ofGame)).body.messages).toHaveLength(4)
  })

  test('rules once; the reporter and the warned player are notified, and the warning stays', async () => {
    const dora = await server.player(`dora-${game.id}`)
    const one = await fileReport(anna, dora)
    server.published.events.length = 0
    const { status, body } = await rule(boss, one, 'upheld', { warn: true })
    const at = server.clock.now().toISOString()
    const verdict = { by: player(boss), reason: 'Blijf beleefd', warned: true, at }
    expect([status, body]).toEqual([200, { report: { ...one, state: 'upheld', verdict } }])
    expect(server.published.events.map(({ event }) => event)).toEqual([
      { id: expect.any(Number), type: 'report', report: body.report },
    ])
    expect((await notificationsOf(server, anna))[0]).toEqual({
      kind: 'report-ruled',
      report: one.id,
      player: dora.username,
      verdict: 'upheld',
    })
    expect(await notificationsOf(server, dora)).toEqual([
      { kind: 'warned', by: 'boss', reason: 'Blijf beleefd' },
    ])
    const warning = { player: player(dora), game: null, claim: null, report: one.id, by: player(boss) }
    expect((await dora.call('listAllWarnings')).body.items).toMatchObject([warning])
    expect((await dora.call('listWarnings')).body.items).toEqual([])
    const late = await rule(chief, one, 'dismissed')
    expect([late.status, late.body.code]).toEqual([409, 'conflict'])
    expect(late.body.detail).toMatch(/^boss has ruled/)
    for (const change of ['UPDATE report_rulings SET reason = reason', 'DELETE FROM report_rulings'])
      await expect(server.database.prisma.$executeRawUnsafe(change)).rejects.toThrow(/only added to/)
  })

  test('can dismiss without a warning or a notification to the player', async () => {
    const dora = await server.player(`dora-${game.id}`)
    const one = await fileReport(anna, dora)
    expect((await rule(boss, one, 'dismissed', { warn: true })).body.code).toBe('validation')
    expect((await rule(boss, one, 'dismissed')).body.report.verdict.warned).toBe(false)
    expect(await notificationsOf(server, dora)).toEqual([])
    expect((await notificationsOf(server, anna))[0]).toMatchObject({
      kind: 'report-ruled',
      verdict: 'dismissed',
    })
  })

  test('cannot rule on their own reports', async () => {
    const own = await fileReport(boss, bram)
    expect((await review(boss, own)).body.mayRule).toBe(false)
    const answer = await rule(boss, own)
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    expect((await rule(chief, own, 'dismissed')).status).toBe(200)
  })

  test('do not see reports about themselves, neither in lists nor as events', async () => {
    server.published.events.length = 0
    const of = await fileReport(anna, boss)
    const idsFor = async (admin: TestPlayer, status: string) => {
      const { body } = await admin.call('listReportQueue', { query: { status, limit: 100 } })
      return body.items.map(({ report }: any) => report.id)
    }
    expect(await idsFor(boss, 'open')).not.toContain(of.id)
    expect(await idsFor(chief, 'open')).toContain(of.id)
    for (const { status, body } of [await review(boss, of), await rule(boss, of)])
      expect([status, body.code]).toEqual([404, 'not-found'])
    expect((await rule(chief, of, 'upheld', { warn: true })).status).toBe(200)
    expect(await idsFor(boss, 'ruled')).not.toContain(of.id)
    expect(server.published.events.map(({ event }) => event.type)).toEqual(['report', 'report'])
    for (const { playerIds } of server.published.events) {
      expect(playerIds).not.toContain(boss.id)
      expect(playerIds).toContain(chief.id)
    }
    expect((await notificationsOf(server, boss))[0]).toMatchObject({ kind: 'warned', by: chief.username })
  })

  test('do not see what the reporter appeals against about a report about them', async () => {
    const of = await fileReport(anna, boss)
    expect((await rule(chief, of, 'dismissed')).status).toBe(200)
    const appealed = await anna.call('fileAppeal', { body: { report: of.id, text: 'Hij schold wel' } })
    expect(appealed.status).toBe(201)
    const { event, playerIds } = server.published.events.at(-1)!
    expect(event).toMatchObject({ type: 'appeal', appeal: { id: appealed.body.id } })
    expect(playerIds).toContain(chief.id)
    expect(playerIds).not.toContain(boss.id)
  })

  test('ruling at the same time as another: one rules, and one warning is given', async () => {
    for (let n = 0; n < 4; n++) {
      const dora = await server.player(`dora-${n}-${game.id}`)
      const one = await fileReport(boss, dora)
      const answers = await Promise.all([
        rule(chief, one, 'upheld', { warn: true }),
        rule(tool, one, 'upheld', { warn: true }),
      ])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
      expect((await dora.call('listAllWarnings')).body.items).toHaveLength(1)
      server.clock.advance(DAY)
    }
  })
})

test('sees all warnings of a player in one list, from claims and from reports', async () => {
  const emma = await server.player('emma')
  const drawish = await gameWithRepetition(server, emma, bram)
  const claim = await fileRepetition(emma, drawish)
  await boss.call('ruleOnClaim', {
    params: { id: claim.id },
    body: { verdict: 'reject', reason: 'Niet weer', warn: ['white'] },
  })
  await rule(boss, await fileReport(anna, emma, {}), 'upheld', { warn: true })
  const all = (await emma.call('listAllWarnings')).body.items
  expect(all.map(({ claim, report }: any) => [claim, report !== null])).toEqual([
    [null, true],
    [claim.id, false],
  ])
  const page = (await emma.call('listAllWarnings', { query: { limit: 1 } })).body
  const rest = await emma.call('listAllWarnings', { query: { limit: 1, cursor: page.nextCursor } })
  expect([page.items[0], rest.body.items[0], rest.body.nextCursor]).toEqual([all[0], all[1], null])
  const next = await fileRepetition(emma, await gameWithRepetition(server, emma, bram))
  const { parties } = (await boss.call('reviewClaim', { params: { id: next.id } })).body
  expect([parties.white.allWarnings, parties.white.warnings]).toMatchObject([all, [{ claim: claim.id }]])
  const { report: _, withdrawn: _withdrawn, ...ofClaim } = all[1]
  expect((await emma.call('listWarnings')).body.items).toEqual([ofClaim])
})
