import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect, Socket } from 'node:net'
import type { Game } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import { testDatabase } from '@tegenzet/db/testing'
import { readRecords } from '@tegenzet/records'
import { replay, ruleSet } from '@tegenzet/rules'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import { gamesOfPlayer } from '../../src/play/exports/games-of-player.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves, randomGame } from './begin-game.ts'
import { gameWithRepetition } from './repetition-games.ts'

let database: Database
let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
/** Three of anna's games: one of 30 plies, an empty one, and a resigned one. */
let games: Game[]
/** The number of queries so far, and after how many the next one fails. */
let queries = 0
let failAfter = Number.POSITIVE_INFINITY

const HOURS = 3_600_000

beforeAll(async () => {
  database = await testDatabase()
  const count = () => {
    if (++queries > failAfter) throw new Error('the database has gone')
  }
  const prisma = database.prisma.$extends({
    query: {
      $allOperations({ args, query }) {
        count()
        return query(args)
      },
    },
  }) as unknown as Database['prisma']
  const query: Database['query'] = async (statement) => {
    count()
    return database.query(statement)
  }
  server = await startServer({ database: { ...database, prisma, query } })
  anna = await server.player('anna')
  bram = await server.player('bram')
  const long = await beginGame(anna, bram)
  server.clock.advance(HOURS)
  const none = await beginGame(bram, anna, { rules: 'halma' })
  server.clock.advance(HOURS)
  const resigned = await beginGame(anna, bram, { rules: 'molenspel' })
  await playMoves(long, anna, bram, randomGame('muehle', seeded(3), 30).moves)
  await playMoves(resigned, anna, bram, ['d6', 'f4', 'b4'])
  await bram.call('resign', { params: { id: resigned.id } })
  games = [long, none, resigned]
})
afterAll(async () => {
  await server.close()
  await database.close()
})
beforeEach(() => {
  failAfter = Number.POSITIVE_INFINITY
})

const some = (ids: readonly number[], format = 'json', by = anna, times = false) =>
  by.call('exportGames', { query: { format, times }, body: { ids } })
const all = (query = {}, username = 'anna') =>
  anna.call('exportUserGames', { params: { username }, query: { format: 'json', ...query } })
const idsOf = (lines: string | undefined): number[] =>
  (lines ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line).game.id)
const single = async (id: number, format: string) =>
  (await fetch(`${server.url}/api/v1/games/${id}/export?format=${format}`)).text()

describe('the records of many games', () => {
  test('are byte for byte those of the single games', async () => {
    const ids = games.map(({ id }) => id)
    const json = await some(ids)
    expect(json.headers.get('content-type')).toBe('application/x-ndjson')
    expect(json.headers.get('content-disposition')).toBe('attachment; filename="tegenzet-games.ndjson"')
    const lines = await Promise.all(ids.map((id) => single(id, 'json')))
    expect(json.body).toBe(lines.map((line) => `${line}\n`).join(''))

    const text = await some(ids, 'text')
    expect(text.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(text.headers.get('content-disposition')).toBe('attachment; filename="tegenzet-games.txt"')
    expect(text.body).toBe((await Promise.all(ids.map((id) => single(id, 'text')))).join('\n'))
  })

  test('come in the requested order', async () => {
    const ids = games.map(({ id }) => id).toReversed()
    expect(idsOf((await some(ids)).body)).toEqual(ids)
  })

  test('can be parsed from the text and replayed', async () => {
    const { body } = await some([games[0]!.id], 'text')
    const moves = body
      .match(/^1\. .*$/m)[0]
      .replace(/\d+\. /g, '')
      .split(' ')
    const played = replay(ruleSet('muehle'), moves)
    const now = await anna.call('getGame', { params: { id: games[0]!.id } })
    expect(played.ok && played.value.positions.at(-1)).toBe(now.body.position)
  })

  test('have the times of the moves in the text on request', async () => {
    const { id } = games[2]!
    const { body } = await some([id], 'text', anna, true)
    expect(body).toMatch(/^1\. d6 \{2026-11-20T\S+Z\} f4 \{\S+Z\} 2\. b4 \{\S+Z\}\n$/m)
    const one = await anna.call('exportGame', { params: { id }, query: { times: true } })
    expect(one.body).toBe(body)
  })

  test('are PGN on request, which the reader of records understands', async () => {
    const ids = games.map(({ id }) => id)
    const answer = await some(ids, 'pgn', anna, true)
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="tegenzet-games.pgn"')
    expect(answer.body).toBe((await Promise.all(ids.map((id) => single(id, 'pgn&times=true')))).join(''))
    const read = [...readRecords(answer.body)]
    expect(read.map(({ rules, moves, result, error }) => [rules, moves.length, result, error])).toEqual([
      ['muehle', 30, '*', null],
      ['halma', 0, '*', null],
      ['molenspel', 3, '1-0', null],
    ])
    expect(read[2]!.tags).toEqual({
      Event: 'Casual game',
      Site: server.deps.config.publicUrl,
      Date: '2026.11.20',
      Round: '-',
      White: 'anna',
      Black: 'bram',
      Result: '1-0',
      Rules: 'molenspel',
      PlyCount: '3',
      TimeControl: '1/259200',
      Termination: 'resignation',
      Link: `${server.deps.config.publicUrl}/games/${ids[2]}`,
    })
    expect(answer.body).toMatch(/^1\. d6 \{\[%ts 2026-11-20T\S+Z\]\} 1\.\.\. f4 \{\[%ts \S+Z\]\}$/m)
    const plain = await some([ids[2]!], 'pgn')
    expect(plain.body).toContain('\n\n1. d6 f4 2. b4 1-0\n\n')
    const byPlayer = await all({ format: 'pgn' })
    expect(byPlayer.body).toBe((await some(ids, 'pgn')).body)
  })

  test('are refused as a whole if one game does not exist, naming it', async () => {
    const { status, body } = await some([games[0]!.id, 7, 2 ** 40])
    expect([status, body.code, body.detail]).toEqual([
      404,
      'not-found',
      'There are no games 7, 1099511627776.',
    ])
  })

  test.each([
    ['an empty list', []],
    ['the same id twice', [100_001, 100_001]],
    ['more than 300 ids', Array.from({ length: 301 }, (_, n) => 100_001 + n)],
    ['ids that are not numbers', ['100001']],
  ])('are refused for %s', async (_, ids) => {
    expect((await some(ids as number[])).body.code).toBe('validation')
  })
})

describe('all games of a player', () => {
  test('come oldest first, without a login', async () => {
    const answer = await server.call('exportUserGames', {
      params: { username: 'Anna' },
      query: { format: 'json' },
    })
    expect(idsOf(answer.body)).toEqual(games.map(({ id }) => id))
    expect((await all({ format: 'text' })).body.match(/^Game: /gm)).toHaveLength(3)
  })

  test.each([
    ['a rule set', { rules: 'halma' }, [1]],
    ['a status', { status: 'finished' }, [2]],
    ['a start date', { since: '2026-11-20T13:00:00Z' }, [1, 2]],
    ['an end date', { until: '2026-11-20T15:00:00+01:00' }, [0, 1]],
    ['a colour', { colour: 'black' }, [1]],
    ['an opponent', { opponent: 'BRAM', colour: 'white' }, [0, 2]],
    ['an opponent who is nobody', { opponent: 'nobody' }, []],
    ['being rated', { rated: true }, []],
    ['not being rated, newest first', { rated: false, sort: '-createdAt' }, [2, 1, 0]],
    ['a number, newest first', { max: 2, sort: '-createdAt' }, [2, 1]],
    ['all of these', { rules: 'muehle', status: 'finished' }, []],
  ])('can be filtered by %s', async (_, filters, which) => {
    expect(idsOf((await all(filters)).body)).toEqual(which.map((n) => games[n]!.id))
  })

  test('refuse dates that the database cannot store', async () => {
    expect((await all({ since: '0000-01-01T00:00:00Z' })).body.code).toBe('validation')
  })

  test('answer 404 for an unknown player, and nothing for one without games', async () => {
    expect((await all({}, 'nobody')).body.code).toBe('not-found')
    await server.player('carl')
    const answer = await all({}, 'carl')
    expect([answer.status, answer.body]).toEqual([200, ''])
  })

  test('come once each if some end meanwhile, without those that start meanwhile', async () => {
    const [fenna, gijs] = [await server.player('fenna'), await server.player('gijs')]
    const expected: number[] = []
    const begin = async () => {
      server.clock.advance(HOURS)
      return (await beginGame(fenna, gijs)).id
    }
    const resign = (id: number) => gijs.call('resign', { params: { id } })
    for (let n = 0; n < 14; n++) {
      const id = await begin()
      expected.push(id)
      if (n % 6 !== 1) await resign(id)
    }
    const [early, claimed, late] = [expected[1]!, expected[7]!, expected[13]!]
    const { prisma } = database
    const running = await prisma.game.findUniqueOrThrow({ where: { id: claimed } })
    await prisma.game.update({
      where: { id: claimed },
      data: { status: 'claimed', deadline: null, clockSince: null },
    })

    const ids = await gamesOfPlayer(server.store, { playerId: fenna.id, sort: 'createdAt' })
    const found = [(await ids.next()).value]
    await resign(early)
    await resign(late)
    await resign(await begin())
    await begin()
    const { status, deadline, clockSince } = running
    await prisma.game.update({ where: { id: claimed }, data: { status, deadline, clockSince } })
    for await (const id of ids) found.push(id)
    expect(found).toEqual(expected)
  })

  test('have no HEAD, which would read all of them for nothing', async () => {
    const response = await fetch(`${server.url}/api/v1/users/anna/games/export`, { method: 'HEAD' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET'])
  })
})

describe('a long export', () => {
  const GAMES = 1000
  const PAGES = GAMES / 10
  /** The ids, the games and their moves. */
  const QUERIES_A_PAGE = 3
  let dora: TestPlayer
  beforeAll(async () => {
    dora = await server.player('dora')
    const eva = await server.player('eva')
    // a game and its copies, each about 30 kB of JSON: more than the socket buffers hold
    const { id } = await gameWithRepetition(server, dora, eva, { plies: 120 })
    const { prisma } = database
    const copies = await prisma.$queryRaw<{ id: number }[]>`
      INSERT INTO games (rules, rules_revision, status, version, white_id, black_id, turn, ply, position, last_move,
        clock, white_remaining_ms, black_remaining_ms, turn_ms, reason)
      SELECT rules, rules_revision, 'finished', version, ${dora.id}, ${eva.id}, NULL, ply, position, last_move,
        clock, white_remaining_ms, black_remaining_ms, turn_ms, 'agreement'
      FROM games, generate_series(2, ${GAMES}) WHERE games.id = ${id} RETURNING id`
    const ids = copies.map((copy) => copy.id)
    await prisma.$executeRaw`
      INSERT INTO moves SELECT copy, ply, move, played_at FROM moves, unnest(${ids}::int[]) copy WHERE game_id = ${id}`
  })

  /** A response that is not read yet. */
  const requestExport = (by: TestPlayer, encoding = 'identity'): Promise<IncomingMessage> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${by.token}`, 'accept-encoding': encoding }
      const address = `${server.url}/api/v1/users/dora/games/export?format=json`
      get(address, { headers, agent: false }, resolve).on('error', reject)
    })

  /** Waits until no query has run for a second. */
  async function quiet(): Promise<number> {
    for (;;) {
      const before = queries
      await new Promise((resolve) => setTimeout(resolve, 1000))
      if (queries === before) return queries
    }
  }

  test('is read from the database no faster than by the client', async () => {
    const before = queries
    const response = await requestExport(dora)
    expect(((await quiet()) - before) / QUERIES_A_PAGE).toBeLessThan(PAGES / 2)
    let body = ''
    for await (const chunk of response.setEncoding('utf8')) body += chunk
    expect(idsOf(body)).toHaveLength(GAMES)
    expect((queries - before) / QUERIES_A_PAGE).toBeGreaterThanOrEqual(PAGES)
  })

  test('stops when the client disconnects, and only one runs at a time', async () => {
    const before = queries
    const response = await requestExport(dora)
    const second = await dora.call('exportUserGames', { params: { username: 'anna' } })
    expect([second.status, second.body.code]).toEqual([429, 'rate-limited'])
    expect(Number(second.headers.get('retry-after'))).toBeGreaterThan(0)
    // other accounts may run theirs
    expect((await some([games[1]!.id], 'json', bram)).status).toBe(200)

    response.destroy()
    await expect.poll(async () => (await some([games[1]!.id], 'json', dora)).status).toBe(200)
    expect(((await quiet()) - before) / QUERIES_A_PAGE).toBeLessThan(PAGES)
  })

  test('over HTTP/1.0, where it would look whole, that fails half-way resets the connection', async () => {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    const target = '/api/v1/users/dora/games/export?format=json'
    socket.write(`GET ${target} HTTP/1.0\r\nauthorization: Bearer ${anna.token}\r\n\r\n`)
    await once(socket, 'readable')
    failAfter = queries
    // Node's own client reports a reset as an end if it has not read everything
    const reset = vi.spyOn(Socket.prototype, 'resetAndDestroy')
    socket.on('error', () => {}).resume()
    await once(socket, 'close')
    expect(reset).toHaveBeenCalledOnce()
    reset.mockRestore()
  })

  test('is compressed', async () => {
    for (const [by, encoding] of [
      [anna, 'gzip'],
      [bram, 'br'],
    ] as const) {
      const response = await fetch(`${server.url}/api/v1/users/dora/games/export?format=json`, {
        headers: { 'accept-encoding': encoding, authorization: `Bearer ${by.token}` },
      })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(idsOf(await response.text())).toHaveLength(GAMES)
    }
  })

  test.each(['identity', 'gzip'])('in %s that fails half-way breaks the connection', async (encoding) => {
    const response = await requestExport(dora, encoding)
    failAfter = queries
    const read = async () => {
      for await (const _ of response);
    }
    await expect(read()).rejects.toThrow('aborted')
    failAfter = Number.POSITIVE_INFINITY
    await expect.poll(async () => (await some([games[1]!.id], 'json', dora)).status).toBe(200)
  })
})

test('an export that a replica fails to begin comes from the primary', async () => {
  const failing = new Proxy(
    {},
    {
      get() {
        throw new Error('the replica has gone')
      },
    },
  ) as TestServer['store']
  const other = await startServer({ database, replica: { db: failing, async close() {} } })
  try {
    const { status } = await other.call('exportUserGames', { params: { username: 'anna' } })
    expect(status).toBe(200)
  } finally {
    await other.close()
  }
})
