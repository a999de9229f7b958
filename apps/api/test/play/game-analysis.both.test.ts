import type { Game } from '@tegenzet/contract'
import { checkTree, type MoveTree, TREE_LIMITS } from '@tegenzet/trees'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createGuest } from '../people/guest.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let game: Game
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.advance(60_000)
  game = await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])
})

type Node = [parent: number | null, move: string, more?: object]
const treeOf = (nodes: Node[], more: object = {}) => ({
  rules: 'muehle',
  start: null,
  ...more,
  nodes: nodes.map(([parent, move, rest]) => ({ parent, move, ...rest })),
})
const about = () => ({ params: { id: game.id } })
const save = (player: Pick<TestPlayer, 'call'>, tree: unknown, version: number) =>
  player.call('saveGameAnalysis', { ...about(), body: { tree, version } })
const read = async (player: Pick<TestPlayer, 'call'>) => (await player.call('getGameAnalysis', about())).body

/** A tree of this many nodes from the start: each first move with replies to it, and replies to those. */
function bushyTree(count: number): MoveTree {
  const points = ['a1', 'a4', 'a7', 'b2', 'b4', 'b6', 'c3', 'c4', 'c5', 'd1', 'd2', 'd3', 'd5', 'd6', 'd7']
  const nodes: { parent: number | null; move: string; path: string[] }[] = []
  const add = (parent: number | null, path: string[]) => {
    for (const move of points)
      if (!path.includes(move) && nodes.length < count) nodes.push({ parent, move, path: [...path, move] })
  }
  add(null, [])
  for (let n = 0; n < nodes.length && nodes.length < count; n++)
    if (nodes[n]!.path.length < 4) add(n, nodes[n]!.path)
  return treeOf(nodes.map(({ parent, move }): Node => [parent, move])) as unknown as MoveTree
}

describe('the own analysis of a game', () => {
  test('is kept for each player from the first ply on, and nobody else reads it', async () => {
    expect(await read(anna)).toEqual({ tree: null, version: 0 })
    const lines = treeOf(
      [
        [null, 'd6', { comment: 'Ook zo', nags: [1] }],
        [0, 'f4', { shapes: [{ from: 'f4', to: 'd6', colour: 'green' }] }],
        [1, 'd2'],
        [0, 'a1'],
      ],
      { comment: 'Tegen Bram' },
    )
    const saved = await save(anna, lines, 0)
    expect([saved.status, saved.body]).toEqual([200, { version: 1 }])
    expect(await read(anna)).toEqual({ tree: lines, version: 1 })
    expect(await read(bram)).toEqual({ tree: null, version: 0 })
    await anna.call('resign', about())
    expect((await save(anna, treeOf([]), 1)).body).toEqual({ version: 2 })
    const cato = await server.player(`cato${game.id}`)
    expect((await cato.call('getGameAnalysis', about())).body.code).toBe('not-a-player')
    expect((await save(cato, lines, 0)).body.code).toBe('not-a-player')
    expect((await anna.call('getGameAnalysis', { params: { id: 2 ** 40 } })).status).toBe(404)
  })

  test('needs the scopes for analyses', async () => {
    const player = await server.player(`dirk${game.id}`, { scopes: ['game:read', 'game:play'] })
    expect((await player.call('getGameAnalysis', about())).body.code).toBe('missing-scope')
    expect((await save(player, treeOf([]), 0)).body.code).toBe('missing-scope')
  })

  test('that was changed on another device is not overwritten, and comes with the refusal', async () => {
    const [ours, theirs] = [treeOf([[null, 'a1']]), treeOf([[null, 'b2']])]
    await save(anna, theirs, 0)
    const refused = await save(anna, ours, 0)
    expect([refused.status, refused.body.code, refused.body.current]).toEqual([
      409,
      'conflict',
      { tree: theirs, version: 1 },
    ])
    // a repeated request whose answer was lost
    expect((await save(anna, theirs, 0)).body).toEqual({ version: 1 })
    const joined = treeOf([
      [null, 'b2'],
      [null, 'a1'],
    ])
    expect((await save(anna, joined, 1)).body).toEqual({ version: 2 })
    expect((await save(anna, ours, 7)).body.current).toEqual({ tree: joined, version: 2 })
    expect((await save(bram, ours, 3)).body.current).toEqual({ tree: null, version: 0 })
  })

  test('is written by one of several devices at once', async () => {
    const trees = ['a1', 'a4', 'a7', 'b2', 'b4'].map((move) => treeOf([[null, move]]))
    const answers = await Promise.all(trees.map((tree) => save(anna, tree, 0)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409])
    const [n] = answers.flatMap(({ status }, n) => (status === 200 ? n : []))
    for (const { status, body } of answers)
      if (status === 409) expect(body.current).toEqual({ tree: trees[n!], version: 1 })
  })

  test.each<[string, unknown, number | null, string]>([
    ['is no tree', 'd6', null, 'malformed'],
    [
      'has an illegal move',
      treeOf([
        [null, 'd6'],
        [0, 'd6'],
      ]),
      1,
      'illegal-move',
    ],
    [
      'has a child before its parent',
      treeOf([
        [1, 'd6'],
        [null, 'f4'],
      ]),
      0,
      'no-parent',
    ],
    ['has too many nodes', treeOf(Array(5001).fill([null, 'd6'])), 5000, 'too-many-nodes'],
    ['has a long comment', treeOf([[null, 'd6', { comment: 'x'.repeat(2001) }]]), 0, 'comment'],
    ['is of other rules', treeOf([[null, 'd6']], { rules: 'moulin' }), null, 'other-game'],
    [
      'starts elsewhere',
      treeOf([], { start: 'w.b/.../.../....../.../b.w/w.b w 0 0 0 1' }),
      null,
      'other-game',
    ],
  ])('is refused if it %s', async (_, tree, node, reason) => {
    const { status, body } = await save(anna, tree, 0)
    expect([status, body.code, body.node, body.reason]).toEqual([422, 'malformed-tree', node, reason])
  })

  test('may be large, and other bodies may not', async () => {
    const wide = bushyTree(2000)
    const nodes = wide.nodes.map((node) => ({ ...node, comment: 'x'.repeat(80) }))
    const tree = { ...wide, nodes }
    expect(JSON.stringify(tree).length).toBeGreaterThan(200_000)
    expect((await save(anna, tree, 0)).status).toBe(200)
    const tooLarge = { ...tree, nodes: nodes.map((node) => ({ ...node, comment: 'x'.repeat(110) })) }
    expect(JSON.stringify(tooLarge).length).toBeGreaterThan(TREE_LIMITS.bytes)
    expect((await save(anna, tooLarge, 1)).body.reason).toBe('too-large')
    expect((await save(anna, { ...tree, comment: 'x'.repeat(310_000) }, 1)).body.code).toBe(
      'payload-too-large',
    )
    const note = { params: { id: game.id, ply: 1 }, body: { text: 'x'.repeat(70_000) } }
    expect((await anna.call('setNote', note)).body.code).toBe('payload-too-large')
  })

  test('is checked in slices, so that other requests get their turn', async () => {
    const tree = bushyTree(5000)
    expect(checkTree(tree).ok).toBe(true)
    let turns = 0
    let counting = true
    const count = () => {
      turns++
      if (counting) setImmediate(count)
    }
    setImmediate(count)
    expect((await save(anna, tree, 0)).status).toBe(200)
    counting = false
    expect(turns).toBeGreaterThan(5)
  })

  test('counts what had to be checked as reads', async () => {
    const limited = await startServer({ env: { RATE_LIMIT: '60' }, database: server.database })
    try {
      const eva = await limited.player(`eva${game.id}`)
      const { id } = await beginGame(eva, bram)
      const put = (tree: unknown, version: number) =>
        eva.call('saveGameAnalysis', { params: { id }, body: { tree, version } })
      const tree = bushyTree(5000)
      // 50 reads of 60
      expect((await put(tree, 0)).status).toBe(200)
      expect((await put(tree, 1)).status).toBe(200)
      const other = { ...tree, nodes: bushyTree(2600).nodes.slice(0, 2500) }
      expect((await put({ ...other, comment: 'cut' }, 2)).status).toBe(200)
      // played anew: their parents are others
      const turned = treeOf([
        [null, 'g7'],
        ...tree.nodes
          .slice(0, 2400)
          .map(({ parent, move }): Node => [parent === null ? 0 : parent + 1, move]),
      ])
      const refused = await put(turned, 3)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate-limited'])
    } finally {
      await limited.close()
    }
  })

  test('a guest has one too, of 1 MB over all games, and an account has more', async () => {
    const guest = await createGuest(server)
    const { body: challenge } = await bram.call('createChallenge', {
      body: { rules: 'muehle', colour: 'white', clock: { kind: 'per-move', days: 3 }, invite: true },
    })
    const code = new URL(challenge.inviteUrl).hash.slice(1)
    game = (await guest.call('acceptInvite', { params: { code } })).body.game
    const wide = bushyTree(2400)
    const large = { ...wide, nodes: wide.nodes.map((node) => ({ ...node, comment: 'x'.repeat(60) })) }
    expect((await save(guest, large, 0)).status).toBe(200)
    const { prisma } = server.database
    const where = { gameId_playerId: { gameId: game.id, playerId: guest.id } }
    // as if there were trees of other games
    await prisma.gameAnalysis.update({ where, data: { bytes: 1024 * 1024 - 10 } })
    const more = { ...large, comment: 'More' }
    expect((await save(guest, more, 1)).status).toBe(200)
    const { bytes } = await prisma.gameAnalysis.findUniqueOrThrow({ where })
    expect(bytes).toBe(Buffer.byteLength(JSON.stringify(more)))
    const { id: otherId } = await beginGame(anna, bram)
    await prisma.gameAnalysis.create({
      data: {
        gameId: otherId,
        playerId: guest.id,
        version: 1,
        tree: {},
        notedAt: {},
        bytes: 1024 * 1024 - bytes,
        updatedAt: server.clock.now(),
      },
    })
    const refused = await save(guest, { ...large, comment: 'Longer' }, 2)
    expect([refused.status, refused.body.code]).toEqual([422, 'limit-reached'])
    const noted = await guest.call('setGameNote', { ...about(), body: { text: 'Longer' } })
    expect([noted.status, noted.body.code]).toEqual([422, 'limit-reached'])
    // what is smaller fits, also where there is too much already
    expect((await save(guest, large, 2)).status).toBe(200)

    // each save writes the whole tree: 10 MB in a day
    await prisma.gameAnalysis.deleteMany({ where: { gameId: otherId, playerId: guest.id } })
    let version = 2
    let answer: Awaited<ReturnType<typeof save>>
    do answer = await save(guest, { ...large, comment: `${version % 10}` }, ++version)
    while (answer.status === 200)
    expect([answer.status, answer.body.code]).toEqual([429, 'rate-limited'])
    expect(answer.body.detail).toContain('may write 10485760 bytes in a day')
    expect(version).toBe(Math.floor((10 * 1024 * 1024) / bytes))
    expect((await guest.call('setGameNote', { ...about(), body: { text: 'Short' } })).status).toBe(429)
    server.clock.advance(24 * 3_600_000)
    expect((await save(guest, large, version)).status).toBe(200)
  })
})

describe('notes', () => {
  const note = (ply: number, text: string, more: object = {}) =>
    anna.call('setNote', { params: { id: game.id, ply }, body: { text, ...more } })
  const notes = async () => (await anna.call('listNotes', about())).body.items

  test('are the comments of the analysis on the line played', async () => {
    await note(2, 'Zwak')
    await anna.call('setGameNote', { ...about(), body: { text: 'Tegen Bram' } })
    const { tree, version } = await read(anna)
    expect([tree, version]).toEqual([
      treeOf(
        [
          [null, 'd6'],
          [0, 'f4', { comment: 'Zwak' }],
        ],
        { comment: 'Tegen Bram' },
      ),
      2,
    ])
    const known = (await notes()).at(-1)
    server.clock.advance(1000)
    const changed = treeOf([
      [null, 'd6', { comment: 'Sterk' }],
      [0, 'f4', { comment: 'Zwak' }],
      [1, 'd2', { comment: 'Straks' }],
      [0, 'a1', { comment: 'Niet gespeeld' }],
    ])
    await save(anna, changed, version)
    const at = server.clock.now().toISOString()
    expect(await notes()).toEqual([{ ply: 1, text: 'Sterk', updatedAt: at }, known])
    // a note that has not changed is still the known one
    expect((await note(2, 'Heel zwak', { knownAt: known.updatedAt })).status).toBe(200)
    expect((await note(1, 'x', { knownAt: known.updatedAt })).body.code).toBe('conflict')
    server.clock.advance(1000)
    await anna.call('playMove', { ...about(), body: { move: 'd2', ply: 2 } })
    const reached = (await notes()).at(-1)
    expect([reached.ply, reached.text]).toEqual([3, 'Straks'])
    expect((await note(3, 'Nu', { knownAt: reached.updatedAt })).status).toBe(200)
  })

  test('stay apart from what another device writes into the tree at the same time', async () => {
    const lines = treeOf([[null, 'a1']])
    const [saved] = await Promise.all([save(anna, lines, 0), note(1, 'Eén'), note(2, 'Twee')])
    expect((await notes()).map(({ text }: { text: string }) => text)).toEqual(['Eén', 'Twee'])
    const { tree } = await read(anna)
    expect(tree.nodes.some(({ move }: { move: string }) => move === 'a1')).toBe(saved.status === 200)
  })

  test('have no room in a full tree', async () => {
    const full = bushyTree(5000)
    expect((await save(anna, full, 0)).status).toBe(200)
    const { status, body } = await note(2, 'Nog een')
    expect([status, body.code]).toEqual([422, 'limit-reached'])
  })
})
