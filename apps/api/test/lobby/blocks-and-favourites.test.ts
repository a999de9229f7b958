import type { Challenge, Favourite, Game } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let carl: TestPlayer
let count = 0
beforeAll(async () => {
  server = await startServer({ env: { MESSAGE_LIMIT: '1000' }, constants: { blocks: 2, favourites: 2 } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  count += 1
  anna = await server.player(`anna${count}`)
  bram = await server.player(`Bram${count}`)
  carl = await server.player(`carl${count}`)
  server.published.events.length = 0
})

const clock = { kind: 'per-move', days: 3 } as const
const terms = { rules: 'muehle', colour: 'white', clock } as const
const challenge = (by: TestPlayer, opponent?: TestPlayer) =>
  by.call('createChallenge', { body: { ...terms, ...(opponent && { opponent: opponent.username }) } })
const accept = (by: TestPlayer, { id }: Challenge) => by.call('acceptChallenge', { params: { id } })
const block = (by: TestPlayer, { username }: TestPlayer) => by.call('block', { params: { username } })
const unblock = (by: TestPlayer, { username }: TestPlayer) => by.call('unblock', { params: { username } })
const addFavourite = (by: TestPlayer, { username }: TestPlayer) =>
  by.call('addFavourite', { params: { username } })
const sendMessage = (by: TestPlayer, { id }: Game, text = 'Hallo') =>
  by.call('sendMessage', { params: { id }, body: { text } })
const codes = (...answers: { status: number; body: any }[]) =>
  answers.map(({ status, body }) => [status, body?.code])
const player = ({ id, username }: TestPlayer) => ({ id, username, kind: 'human' })
const lobby = async (by: { call: TestPlayer['call'] }): Promise<number[]> =>
  (await by.call('listChallenges', { query: { limit: 100 } })).body.items.map(({ id }: Challenge) => id)

describe('a blocked player', () => {
  test('can neither challenge nor be challenged, and does not learn why', async () => {
    expect((await block(anna, bram)).status).toBe(200)
    expect(codes(await challenge(bram, anna), await challenge(anna, bram))).toEqual([
      [403, 'contact-refused'],
      [409, 'player-blocked'],
    ])
    expect((await challenge(carl, anna)).status).toBe(201)
    expect(server.published.events.filter(({ playerIds }) => playerIds.includes(bram.id))).toEqual([])
    await unblock(anna, bram)
    expect((await challenge(bram, anna)).status).toBe(201)
  })

  test('sees no open challenges of the blocker, nor the blocker theirs, and can accept none', async () => {
    const { body: annas } = await challenge(anna)
    const { body: brams } = await challenge(bram)
    expect(await lobby(bram)).toContain(annas.id)
    await block(anna, bram)
    expect(await lobby(bram)).not.toContain(annas.id)
    expect(await lobby(anna)).not.toContain(brams.id)
    for (const other of [carl, server]) expect(await lobby(other)).toEqual(expect.arrayContaining([annas.id]))
    expect(codes(await accept(bram, annas), await accept(anna, brams))).toEqual([
      [403, 'contact-refused'],
      [409, 'player-blocked'],
    ])
    expect((await accept(carl, annas)).status).toBe(201)
  })

  test('has their open challenges with the blocker declined or withdrawn', async () => {
    const { body: received } = await challenge(bram, anna)
    const { body: made } = await challenge(anna, bram)
    await block(anna, bram)
    const stateOf = async ({ id }: Challenge) =>
      (await anna.call('getChallenge', { params: { id } })).body.state
    expect([await stateOf(received), await stateOf(made)]).toEqual(['declined', 'withdrawn'])
  })

  test('finishes running games without messages; older messages stay', async () => {
    const game = await beginGame(anna, bram)
    await sendMessage(bram, game, 'Nog niets aan de hand')
    await block(anna, bram)
    expect(codes(await sendMessage(bram, game), await sendMessage(anna, game))).toEqual([
      [403, 'contact-refused'],
      [409, 'player-blocked'],
    ])
    const move = (by: TestPlayer, body: object) =>
      by.call('playMove', { params: { id: game.id }, body: { ...body } })
    expect(codes(await move(anna, { move: 'd6', ply: 0, message: 'Zo!' }))).toEqual([[409, 'player-blocked']])
    expect((await move(anna, { move: 'd6', ply: 0 })).status).toBe(201)
    expect(
      codes(
        await move(bram, { move: 'f4', ply: 1, message: 'Zo!' }),
        await move(bram, { move: 'f4', ply: 1, offerDraw: { message: 'Remise?' } }),
        await bram.call('offerDraw', { params: { id: game.id }, body: { message: 'Remise?' } }),
      ),
    ).toEqual([
      [403, 'contact-refused'],
      [403, 'contact-refused'],
      [403, 'contact-refused'],
    ])
    const offered = await move(bram, { move: 'f4', ply: 1, offerDraw: true })
    expect(offered.status).toBe(201)
    const params = { id: offered.body.game.drawOffer.id }
    const rude = await anna.call('declineDrawOffer', { params, body: { reason: 'Nee!' } })
    expect(codes(rude)).toEqual([[409, 'player-blocked']])
    expect((await anna.call('declineDrawOffer', { params })).status).toBe(200)
    const { body } = await anna.call('listMessages', { params: { id: game.id } })
    expect(body.items.map(({ text }: { text: string }) => text)).toEqual(['Nog niets aan de hand'])
  })

  test('gets no rematch, and an open request for one is withdrawn', async () => {
    const game = await beginGame(anna, bram)
    await playMoves(game, anna, bram, ['d6', 'f4'])
    await bram.call('resign', { params: { id: game.id } })
    await anna.call('rematch', { params: { id: game.id } })
    await block(anna, bram)
    expect(codes(await bram.call('rematch', { params: { id: game.id } }))).toEqual([[403, 'contact-refused']])
    await unblock(anna, bram)
    expect((await bram.call('rematch', { params: { id: game.id } })).status).toBe(201)
  })

  test('has no open challenge left when one is made concurrently', async () => {
    for (let n = 0; n < 6; n++) {
      const [, made] = await Promise.all([block(anna, bram), challenge(bram, anna), challenge(anna, bram)])
      expect([201, 403]).toContain(made.status)
      const open = await server.database.prisma.challenge.count({
        where: { state: 'open', challengerId: { in: [anna.id, bram.id] } },
      })
      expect(open).toBe(0)
      await unblock(anna, bram)
    }
  })

  test('begins a game before the block or not at all', async () => {
    for (let n = 0; n < 6; n++) {
      const { body: open } = await challenge(anna)
      const [blocked, accepted] = await Promise.all([block(anna, bram), accept(bram, open)])
      expect(blocked.status).toBe(200)
      expect([201, 403]).toContain(accepted.status)
      // in either order, no game begins from now on
      const { body: next } = await challenge(anna)
      expect((await accept(bram, next)).status).toBe(403)
      await unblock(anna, bram)
    }
  })

  test('may block back; each lifts their own block', async () => {
    await block(anna, bram)
    await block(bram, anna)
    expect(codes(await challenge(bram, anna))).toEqual([[409, 'player-blocked']])
    await unblock(bram, anna)
    expect(codes(await challenge(bram, anna))).toEqual([[403, 'contact-refused']])
  })
})

describe.runIf(process.env.TEST_DATABASE_URL)('while a block is being written', () => {
  /** Blocks in a transaction that is committed once `meanwhile` waits for a lock. */
  async function blockAround<T>(meanwhile: () => Promise<T>): Promise<T> {
    const client = await server.database.pool.connect()
    try {
      await client.query('BEGIN')
      await client.query('INSERT INTO blocks (player_id, blocked_id, created_at) VALUES ($1, $2, now())', [
        ...[anna.id, bram.id],
      ])
      await client.query('UPDATE players SET block_count = block_count + 1 WHERE id = $1', [anna.id])
      const doing = meanwhile()
      await expect
        .poll(async () => {
          const { rows } = await client.query(
            `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
          )
          return rows.length
        })
        .toBeGreaterThan(0)
      await client.query('COMMIT')
      return await doing
    } finally {
      client.release()
    }
  }

  test('a challenge waits for it and is refused', async () => {
    expect(codes(await blockAround(() => challenge(bram, anna)))).toEqual([[403, 'contact-refused']])
  })

  test('an acceptance waits for it and is refused', async () => {
    const { body: open } = await challenge(anna)
    expect(codes(await blockAround(() => accept(bram, open)))).toEqual([[403, 'contact-refused']])
    expect((await anna.call('getChallenge', { params: { id: open.id } })).body.state).toBe('open')
  })
})

describe('the list of blocked players', () => {
  test('is private and paged, newest first, and adding twice has no effect', async () => {
    const first = await block(anna, bram)
    expect(first.body).toEqual({ player: player(bram), createdAt: server.clock.now().toISOString() })
    server.clock.advance(1000)
    expect((await block(anna, { ...bram, username: bram.username.toUpperCase() })).body).toEqual(first.body)
    await block(anna, carl)
    const page = (await anna.call('listBlocks', { query: { limit: 1 } })).body
    expect(page.items.map((each: any) => each.player)).toEqual([player(carl)])
    const rest = (await anna.call('listBlocks', { query: { cursor: page.nextCursor } })).body
    expect(rest).toEqual({ items: [first.body], nextCursor: null })
    expect((await bram.call('listBlocks')).body.items).toEqual([])
    expect((await server.call('listBlocks')).status).toBe(401)
  })

  test('is limited, and refuses oneself and unknown players', async () => {
    await block(anna, bram)
    await block(anna, carl)
    const dora = await server.player(`dora${count}`)
    const nobody = { ...anna, username: 'nobody-at-all' }
    expect(
      codes(
        await block(anna, dora),
        await block(anna, anna),
        await block(anna, nobody),
        await unblock(anna, nobody),
      ),
    ).toEqual([
      [422, 'limit-reached'],
      [422, 'yourself'],
      [404, 'not-found'],
      [404, 'not-found'],
    ])
    expect((await block(anna, bram)).status).toBe(200)
    expect((await unblock(anna, dora)).status).toBe(204)
    expect((await unblock(anna, bram)).status).toBe(204)
    expect((await block(anna, dora)).status).toBe(200)
  })

  test('needs scopes to read and to change', async () => {
    const reader = await server.player(`reader${count}`, { scopes: ['account:read'] })
    expect((await reader.call('listBlocks')).status).toBe(200)
    expect(codes(await block(reader, bram), await addFavourite(reader, bram))).toEqual([
      [403, 'missing-scope'],
      [403, 'missing-scope'],
    ])
    // even if the token may not decline challenges itself
    const writer = await server.player(`writer${count}`, { scopes: ['account:write'] })
    const { body: received } = await challenge(bram, writer)
    expect((await block(writer, bram)).status).toBe(200)
    expect((await bram.call('getChallenge', { params: { id: received.id } })).body.state).toBe('declined')
  })
})

describe('favourites', () => {
  const list = async (by: TestPlayer): Promise<Favourite[]> => (await by.call('listFavourites')).body.items

  test('show their open challenges and games with the reader', async () => {
    const { body: open } = await challenge(bram)
    await challenge(bram, carl)
    await beginGame(anna, bram)
    const over = await beginGame(bram, anna)
    await bram.call('cancelGame', { params: { id: over.id } })
    const { status, body } = await addFavourite(anna, bram)
    const favourite = { player: player(bram), ready: false, challenges: [open], runningGames: 1 }
    expect([status, body]).toEqual([200, { ...favourite, createdAt: server.clock.now().toISOString() }])
    expect(await list(anna)).toEqual([body])
    expect(await list(bram)).toEqual([])
    expect((await addFavourite(anna, bram)).body).toEqual(body)
    // a player who has blocked you is shown without details
    await block(bram, anna)
    expect((await list(anna))[0]).toMatchObject({ player: player(bram), challenges: [] })
  })

  test('are listed in pages, newest first, and limited', async () => {
    await addFavourite(anna, bram)
    await addFavourite(anna, carl)
    const dora = await server.player(`dora${count}`)
    expect(codes(await addFavourite(anna, dora), await addFavourite(anna, anna))).toEqual([
      [422, 'limit-reached'],
      [422, 'yourself'],
    ])
    const page = (await anna.call('listFavourites', { query: { limit: 1 } })).body
    expect(page.items[0].player).toEqual(player(carl))
    const rest = (await anna.call('listFavourites', { query: { cursor: page.nextCursor } })).body
    expect(rest.items.map((each: Favourite) => each.player)).toEqual([player(bram)])
    for (let n = 0; n < 2; n++)
      expect((await anna.call('removeFavourite', { params: { username: bram.username } })).status).toBe(204)
    expect((await list(anna)).map((each) => each.player)).toEqual([player(carl)])
  })

  test('cannot include a blocked player', async () => {
    await addFavourite(anna, bram)
    await block(anna, bram)
    expect(await list(anna)).toEqual([])
    expect(codes(await addFavourite(anna, bram))).toEqual([[409, 'player-blocked']])
    const relation = () => anna.call('getRelation', { params: { username: bram.username.toLowerCase() } })
    expect((await relation()).body).toMatchObject({ player: player(bram), favourite: false, blocked: true })
    await unblock(anna, bram)
    await addFavourite(anna, bram)
    expect((await relation()).body).toMatchObject({ player: player(bram), favourite: true, blocked: false })
    const theirs = await bram.call('getRelation', { params: { username: anna.username } })
    expect(theirs.body).toMatchObject({ favourite: false, blocked: false })
  })

  test('show whether a bot is ready', async () => {
    const bot = await server.player(`bot${count}`, { kind: 'bot' })
    expect((await addFavourite(anna, bot)).body.ready).toBe(false)
    await bot.call('setAvailability', { body: { rules: ['muehle'] } })
    expect((await list(anna))[0]!.ready).toBe(true)
    server.clock.advance(10 * 60_000)
    expect((await list(anna))[0]!.ready).toBe(false)
  })
})

test('a game cancelled before the second ply counts in neither player’s statistics', async () => {
  const figures = async ({ username }: TestPlayer) =>
    (await server.call('getUser', { params: { username } })).body.games
  const before = await figures(anna)
  const game = await beginGame(anna, bram)
  await playMoves(game, anna, bram, ['d6'])
  await bram.call('cancelGame', { params: { id: game.id } })
  // resigning or running out of time this early cancels the game too
  const resigned = await beginGame(anna, bram)
  await anna.call('resign', { params: { id: resigned.id } })
  expect([await figures(anna), await figures(bram)]).toEqual([before, before])
  expect(before).toEqual({ active: 0, finished: 0, won: 0, lost: 0, drawn: 0 })
  const { body } = await server.call('countGames', { params: { username: anna.username } })
  expect(body).toEqual({ toMove: 0, waiting: 0, claimed: 0, finished: 0, cancelled: 2 })
})
