import { ANALYSIS_KEY, type Analysis, type Game, MAX_ANALYSES } from '@tegenzet/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { registerPerson } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { createCaller } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const HOUR = 3_600_000
let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let game: Game
beforeAll(async () => {
  server = await startServer({ env: { REPORT_LIMIT: '100' } })
  anna = await server.player('anna')
  bram = await server.player('bram')
  game = await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4', 'd2'])
})
afterAll(() => server.close())

const TREE = {
  rules: 'muehle',
  start: 'w.b/.../.../....../.../b.w/w.b w 0 0 0 1',
  comment: 'An ending',
  nodes: [
    { parent: null, move: 'a1-a4', nags: [1] },
    { parent: 0, move: 'g1-g4', comment: 'Only move' },
    { parent: null, move: 'a7-d7' },
  ],
}
const create = async (body: object = { title: 'Ending', tree: TREE }, by = anna): Promise<Analysis> => {
  const created = await by.call('createAnalysis', { body })
  expect([created.status, created.body.code]).toEqual([201, undefined])
  return created.body.analysis
}
const about = (id: number, more: object = {}) => ({ params: { id }, ...more })
const refusal = async (body: object) => {
  const answer = await anna.call('createAnalysis', { body })
  return [answer.status, answer.body.code, answer.body.detail]
}
const read = async (id: number, key: string, by: Pick<TestPlayer, 'call'> = server) =>
  by.call('getAnalysis', about(id, { headers: { [ANALYSIS_KEY]: key } }))

describe('an analysis', () => {
  test('is created from a tree, read, changed and deleted by its owner', async () => {
    const now = server.clock.now().toISOString()
    const created = await create()
    expect(created).toEqual({
      id: created.id,
      owner: { id: anna.id, username: 'anna', kind: 'human' },
      title: 'Ending',
      rules: 'muehle',
      tree: TREE,
      visibility: 'private',
      version: 1,
      bytes: Buffer.byteLength(JSON.stringify(TREE)),
      createdAt: now,
      updatedAt: now,
    })
    expect((await anna.call('getAnalysis', about(created.id))).body).toEqual({ analysis: created })
    expect((await bram.call('getAnalysis', about(created.id))).status).toBe(404)
    expect((await server.call('getAnalysis', about(created.id))).status).toBe(401)
    const reader = await server.player('reader', { scopes: ['game:read'] })
    expect((await reader.call('getAnalysis', about(created.id))).body.code).toBe('missing-scope')

    const halma = { rules: 'halma', start: null, nodes: [] }
    const changed = { title: 'Other', tree: halma, version: 1 }
    const saved = await anna.call('saveAnalysis', about(created.id, { body: changed }))
    const { tree, ...rest } = created
    expect([saved.status, saved.body]).toEqual([
      200,
      { version: 2, analysis: { ...rest, title: 'Other', rules: 'halma', version: 2, bytes: 41 } },
    ])
    // again, because the answer was lost
    expect((await anna.call('saveAnalysis', about(created.id, { body: changed }))).body.version).toBe(2)
    const late = { title: 'Late', tree: TREE, version: 1 }
    const refused = await anna.call('saveAnalysis', about(created.id, { body: late }))
    expect([refused.status, refused.body.code, refused.body.current]).toEqual([
      409,
      'conflict',
      { title: 'Other', tree: halma, version: 2 },
    ])
    expect((await bram.call('saveAnalysis', about(created.id, { body: late }))).status).toBe(404)
    expect((await bram.call('deleteAnalysis', about(created.id))).status).toBe(404)
    expect((await anna.call('deleteAnalysis', about(created.id))).status).toBe(204)
    expect((await anna.call('getAnalysis', about(created.id))).status).toBe(404)
    expect((await anna.call('deleteAnalysis', about(created.id))).status).toBe(404)
  })

  test('is created from a finished game, and not from one that is being played', async () => {
    expect((await refusal({ game: game.id })).slice(0, 2)).toEqual([409, 'game-not-over'])
    expect((await refusal({ game: 77 })).slice(0, 2)).toEqual([404, 'not-found'])
    expect((await refusal({ game: 2 ** 40 })).slice(0, 2)).toEqual([404, 'not-found'])
    await anna.call('resign', about(game.id))
    const cato = await server.player('cato')
    const { title, tree } = await create({ game: game.id }, cato)
    expect([title, tree]).toEqual([
      `Game ${game.id}`,
      {
        rules: 'muehle',
        start: null,
        nodes: ['d6', 'f4', 'd2'].map((move, n) => ({ parent: n === 0 ? null : n - 1, move })),
      },
    ])
    const { body } = await anna.call('exportGame', about(game.id, { query: { format: 'pgn' } }))
    const imported = await create({ record: body })
    expect([imported.title, imported.tree]).toEqual(['anna – bram', tree])
  })

  test('is created from the record of one game', async () => {
    const record = '[White "A\u202enna"]\n[Rules "merels"]\n\n{Start} 1. d6 f4 (1... d2 {better}) 2. b4 *'
    const { title, rules, tree } = await create({ record })
    expect([title, rules, tree.comment, tree.nodes.length]).toEqual(['A nna', 'merels', 'Start', 4])
    const { rules: chosen, title: named } = await create({
      record: '1. d6 *',
      rules: 'moulin',
      title: 'Mine',
    })
    expect([chosen, named]).toEqual(['moulin', 'Mine'])
    expect(await refusal({ record: '1. d6 f4\n2. d6 *' })).toEqual([
      422,
      'malformed-record',
      expect.stringMatching(/^Line 2, column 4: /),
    ])
    expect((await refusal({ record: '1. d6 *\n\n1. f4 *' })).slice(0, 2)).toEqual([422, 'malformed-record'])
    expect((await refusal({ record: ' \n' })).slice(0, 2)).toEqual([422, 'malformed-record'])
    expect((await refusal({ record: `1. d6 {${'x'.repeat(290_000)}} *` })).slice(0, 2)).toEqual([
      422,
      'malformed-record',
    ])
    expect((await refusal({ record: 'x'.repeat(310_000) })).slice(0, 2)).toEqual([413, 'payload-too-large'])
  })

  test('is created once, however often the request is sent', async () => {
    const request = { body: { title: 'Once', tree: TREE }, headers: { 'idempotency-key': 'once' } }
    const answers = await Promise.all(Array.from({ length: 5 }, () => anna.call('createAnalysis', request)))
    const [id, ...others] = new Set(answers.map(({ body }) => body.analysis.id))
    expect([others, answers.map(({ status }) => status)]).toEqual([[], Array(5).fill(201)])
    // the tree is not kept a second time
    const { answer } = await server.database.prisma.idempotencyKey.findFirstOrThrow({
      where: { key: 'once' },
    })
    expect(answer!.length).toBeLessThan(100)
    const other = { ...request, body: { title: 'Another', tree: TREE } }
    expect((await anna.call('createAnalysis', other)).body.code).toBe('idempotency-key-reused')

    // sent again later, it answers with what was made of it
    const changed = { title: 'Changed', tree: TREE, version: 1 }
    expect((await anna.call('saveAnalysis', about(id, { body: changed }))).status).toBe(200)
    const again = await anna.call('createAnalysis', request)
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
    expect(again.body.analysis).toMatchObject({ id, title: 'Changed', version: 2, tree: TREE })
    await anna.call('deleteAnalysis', about(id))
    expect((await anna.call('createAnalysis', request)).status).toBe(404)
  })

  test('is created once by a device that was offline for longer than its key is kept', async () => {
    const request = { body: { title: 'Offline', tree: TREE }, headers: { 'idempotency-key': 'offline' } }
    const { analysis } = (await anna.call('createAnalysis', request)).body
    const count = () => server.database.prisma.analysis.count({ where: { title: 'Offline' } })
    server.clock.advance(3 * 24 * 3_600_000)
    const again = await anna.call('createAnalysis', request)
    expect([again.status, again.headers.get('idempotency-replayed'), again.body.analysis]).toEqual([
      201,
      'true',
      analysis,
    ])
    // another call with the key, and the same one by somebody else, create their own
    const other = { ...request, body: { title: 'Offline', tree: { ...TREE, comment: 'Other' } } }
    expect((await anna.call('createAnalysis', other)).body.analysis.id).not.toBe(analysis.id)
    expect((await bram.call('createAnalysis', request)).body.analysis.owner.username).toBe('bram')
    expect(await count()).toBe(3)
  })

  test.each<[string, object, string]>([
    ['without content', { title: 'x' }, 'validation'],
    ['with two contents', { title: 'x', tree: TREE, game: 1 }, 'validation'],
    ['with a tree and no title', { tree: TREE }, 'validation'],
    ['with a title of two lines', { title: 'x\ny', tree: TREE }, 'validation'],
    ['with an illegal move', { title: 'x', tree: { ...TREE, start: null } }, 'malformed-tree'],
    ['with an unknown start', { title: 'x', tree: { ...TREE, start: 'x' } }, 'malformed-tree'],
  ])('%s is refused', async (_, body, code) => {
    expect((await refusal(body))[1]).toBe(code)
  })

  test('takes characters that Postgres cannot store in other texts', async () => {
    const tree = { ...TREE, comment: 'a\0b\ud800c' }
    const { id } = await create({ title: 'Odd', tree })
    expect((await anna.call('getAnalysis', about(id))).body.analysis.tree).toEqual(tree)
  })
})

test('analyses are listed newest first, with what they take, up to a limit', async () => {
  const eva = await server.player('eva')
  const ids: number[] = []
  for (const title of ['One', 'Two', 'Three']) ids.push((await create({ title, tree: TREE }, eva)).id)
  const own = await beginGame(eva, bram)
  const saved = { tree: { rules: 'muehle', start: null, nodes: [] }, version: 0 }
  await eva.call('saveGameAnalysis', about(own.id, { body: saved }))
  const { body: first } = await eva.call('listAnalyses', { query: { limit: 2 } })
  expect(first.items.map(({ id, title }: Analysis) => [id, title])).toEqual([
    [ids[2], 'Three'],
    [ids[1], 'Two'],
  ])
  expect(first.items[0]).not.toHaveProperty('tree')
  const size = Buffer.byteLength(JSON.stringify(TREE))
  expect(first.usage).toEqual({
    analyses: 3,
    maxAnalyses: 2000,
    bytes: 3 * size + JSON.stringify(saved.tree).length,
    maxBytes: 50 * 1024 * 1024,
  })
  const { body: second } = await eva.call('listAnalyses', { query: { limit: 2, cursor: first.nextCursor } })
  expect([second.items.length, second.nextCursor]).toEqual([1, null])

  const { prisma } = server.database
  await prisma.analysis.update({ where: { id: ids[0]! }, data: { bytes: 50 * 1024 * 1024 - 3 * size } })
  const body = { title: 'Four', tree: TREE }
  const refused = async () => (await eva.call('createAnalysis', { body })).body.code
  expect(await refused()).toBe('limit-reached')
  await prisma.analysis.update({ where: { id: ids[0]! }, data: { bytes: size } })
  const at = server.clock.now()
  const row = { playerId: eva.id, title: 'x', rules: 'muehle', version: 1, bytes: 1, tree: {} }
  await prisma.analysis.createMany({
    data: Array.from({ length: MAX_ANALYSES - 3 }, () => ({ ...row, createdAt: at, updatedAt: at })),
  })
  expect(await refused()).toBe('limit-reached')
  await eva.call('deleteAnalysis', about(ids[0]!))
  expect((await eva.call('createAnalysis', { body })).status).toBe(201)
})

test('what saves write in a day is limited, of all trees together, and what was refused is not counted', async () => {
  const nora = await server.player('nora')
  const tree = { ...TREE, comment: 'Counted' }
  const created = await create({ title: 'Small', tree }, nora)
  const { prisma } = server.database
  const { bytes } = created
  const day = 10 * 50 * 1024 * 1024
  const counted = { key: (await prisma.rateCounter.findFirstOrThrow({ where: { count: bytes } })).key }
  await prisma.rateCounter.update({ where: counted, data: { count: day - bytes } })
  const save = (version: number) =>
    nora.call('saveAnalysis', about(created.id, { body: { title: `Version ${version}`, tree, version } }))
  server.clock.advance(HOUR)
  expect((await save(1)).status).toBe(200)
  const refused = await save(2)
  expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
    429,
    'rate-limited',
    'Saving analyses may write 524288000 bytes in a day, and each save writes the whole tree. Try again in 1380 minutes.',
  ])
  expect(refused.headers.get('retry-after')).toBe(`${23 * 3600}`)
  expect((await prisma.rateCounter.findUniqueOrThrow({ where: counted })).count).toBe(day)
  const other = await nora.call('createAnalysis', { body: { title: 'Other', tree: TREE } })
  const played = await beginGame(nora, bram)
  const noted = await nora.call('setGameNote', { params: { id: played.id }, body: { text: 'A plan' } })
  const analysed = await nora.call('saveGameAnalysis', {
    params: { id: played.id },
    body: { tree: { rules: 'muehle', start: null, nodes: [] }, version: 0 },
  })
  expect([other, noted, analysed].map(({ body }) => body.code)).toEqual(Array(3).fill('rate-limited'))
  expect((await bram.call('createAnalysis', { body: { title: 'Mine', tree: TREE } })).status).toBe(201)

  server.clock.advance(23 * HOUR)
  expect((await save(2)).status).toBe(200)
})

describe('a shared analysis', () => {
  const share = (id: number, by = anna) => by.call('shareAnalysis', about(id, { body: {} }))

  test('is read by whoever has the link, until it is dead', async () => {
    const { id } = await create()
    const shared = await share(id)
    const { key, url } = shared.body
    expect([shared.status, url]).toEqual([200, `${server.deps.config.publicUrl}/analysis/${id}#${key}`])
    expect((await share(id)).body).toEqual(shared.body)
    for (const by of [server, bram, anna]) {
      const answer = await read(id, key, by)
      expect([answer.status, answer.body.analysis.visibility]).toEqual([200, 'link'])
      expect(answer.headers.get('x-robots-tag')).toBe('noindex')
    }
    for (const wrong of ['', 'x', key.slice(1), `${key}x`, 'é'])
      expect((await read(id, wrong)).status).toBe(404)
    expect((await read(id + 1, key)).status).toBe(404)
    expect((await anna.call('unshareAnalysis', about(id))).status).toBe(204)
    expect((await read(id, key)).status).toBe(404)
    const again = (await share(id)).body.key
    expect(again).not.toBe(key)
    expect((await read(id, key)).status).toBe(404)
    expect((await read(id, again)).status).toBe(200)
    expect((await bram.call('unshareAnalysis', about(id))).status).toBe(404)
    expect((await share(id, bram)).status).toBe(404)
    await anna.call('deleteAnalysis', about(id))
    expect((await read(id, again)).status).toBe(404)
  })

  test('has no title that looks like the site’s', async () => {
    const { id } = await create({ title: 'Tegenzet Support', tree: TREE })
    expect((await share(id)).body.errors).toEqual([
      { path: '/body/title', message: 'is reserved, or looks like a reserved name' },
    ])
    const plain = await create()
    await share(plain.id)
    const renamed = { title: 'Adrnin', tree: TREE, version: 1 }
    expect((await anna.call('saveAnalysis', about(plain.id, { body: renamed }))).body.code).toBe('validation')
  })

  test('is neither made, changed nor shown while its owner is muted', async () => {
    const fred = await server.player('fred')
    const { prisma } = server.database
    const sanction = (kind: 'mute' | 'close') =>
      prisma.sanction.create({
        data: {
          playerId: fred.id,
          byId: bram.id,
          kind,
          reason: 'Be polite.',
          createdAt: server.clock.now(),
        },
      })
    const [{ id }, other] = [await create(undefined, fred), await create(undefined, fred)]
    const { key } = (await share(id, fred)).body
    const mute = await sanction('mute')
    expect((await share(other.id, fred)).body.code).toBe('muted')
    const body = { title: 'Ending', tree: TREE, version: 1 }
    expect((await fred.call('saveAnalysis', about(id, { body }))).body.code).toBe('muted')
    expect((await fred.call('saveAnalysis', about(other.id, { body }))).status).toBe(200)
    expect((await read(id, key)).status).toBe(404)
    await prisma.sanction.update({
      where: { id: mute.id },
      data: { liftedAt: server.clock.now(), liftedById: bram.id, liftReason: 'Polite now.' },
    })
    expect((await read(id, key)).status).toBe(200)
    await sanction('close')
    expect((await read(id, key)).status).toBe(404)
  })

  test('can be reported by whoever has the link, with a copy of its texts', async () => {
    const gina = await server.player('gina')
    const tree = { ...TREE, comment: 'You are\0 a sack of stones' }
    const { id } = await create({ title: 'Read this', tree }, gina)
    const { key } = (await share(id, gina)).body
    const report = (analysis: object, username = 'gina', more: object = {}) =>
      bram.call('reportPlayer', {
        params: { username },
        body: { reason: 'abuse', text: 'Look.', analysis, ...more },
      })
    expect((await report({ id, key: 'x' })).status).toBe(404)
    expect((await report({ id, key }, 'anna')).body.code).toBe('report-refused')
    expect((await report({ id, key }, 'gina', { game: game.id })).body.code).toBe('validation')
    const filed = await report({ id, key })
    expect([filed.status, filed.body.analysis]).toEqual([
      201,
      {
        id,
        title: 'Read this',
        rules: 'muehle',
        createdAt: server.clock.now().toISOString(),
        comments: ['You are a sack of stones', 'Only move'],
      },
    ])
    expect((await report({ id, key })).body.code).toBe('already-reported')
    // the copy stays
    await gina.call('deleteAnalysis', about(id))
    const mod = await server.player('mod', { roles: ['moderator'] })
    const review = await mod.call('reviewReport', about(filed.body.id))
    expect(review.body.report.analysis.title).toBe('Read this')
  })
})

test('a token that may write analyses but not read them learns no tree', async () => {
  const person = await registerPerson(server)
  const { body: token } = await person.call('createToken', {
    body: { name: 'x', scopes: ['analysis:write'] },
  })
  const writer = createCaller(server.url, { authorization: `Bearer ${token.token}` })
  const created = (await person.call('createAnalysis', { body: { title: 'Secret', tree: TREE } })).body
    .analysis
  const stale = { title: 'Guess', tree: { rules: 'muehle', start: null, nodes: [] }, version: 7 }

  const refused = await writer('saveAnalysis', about(created.id, { body: stale }))
  expect([refused.status, refused.body.code, refused.body.current]).toEqual([409, 'conflict', undefined])
  const own = await person.call('saveAnalysis', about(created.id, { body: stale }))
  expect(own.body.current).toMatchObject({ tree: TREE })

  const games = { params: { id: (await beginGame(person, bram)).id } }
  const { title: _, ...tree } = stale
  const onGame = await writer('saveGameAnalysis', { ...games, body: tree })
  expect([onGame.status, onGame.body.current]).toEqual([409, undefined])
  expect((await person.call('saveGameAnalysis', { ...games, body: tree })).body.current).toBeDefined()

  const twice = {
    body: { title: 'First', tree: { ...TREE, comment: 'mine' } },
    headers: { 'idempotency-key': 'twice' },
  }
  const first = (await writer('createAnalysis', twice)).body
  const { id } = first.analysis
  const later = { title: 'Secret', tree: { ...TREE, comment: 'secret' }, version: 1 }
  expect((await person.call('saveAnalysis', about(id, { body: later }))).status).toBe(200)
  expect((await person.call('shareAnalysis', about(id))).status).toBe(200)
  expect((await writer('createAnalysis', twice)).body).toEqual(first)

  expect((await writer('shareAnalysis', about(created.id))).body.code).toBe('missing-scope')
  expect((await person.call('shareAnalysis', about(created.id))).status).toBe(200)
})
