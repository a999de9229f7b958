import { ENDPOINTS, type Endpoint, MAX_READ_GAMES } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { countEndedGames } from '../src/play/results/count-ended-games.ts'
import { prepareRequests } from './authorisation-requests.ts'
import { type CallOperation, createCaller, type Request } from './call-operation.ts'
import { type CountingDatabase, openCountingDatabase } from './counted-rows.ts'
import { fillGrownSite, STANDING } from './grown-site.ts'
import { startServer, type TestServer } from './harness.ts'
import { openBrowser } from './oauth-app.ts'

/** What a call may read: a page of ten with all that is shown of it. `STANDING` rows of everything stand. */
const AT_MOST = 1000
/** What some calls may read more. */
const MORE: Record<string, number> = {
  // openings and activity are read from the latest games
  getStatistics: 2 * MAX_READ_GAMES,
}

/** Values of the parameters that are not a list of words: frequent ones and rare ones. */
const SAMPLES: Record<string, readonly (string | number)[]> = {
  rules: ['muehle', 'halma'],
  player: ['anna'],
  opponent: ['player7'],
  member: ['player5'],
  by: ['gina'],
  tournament: [1],
  club: ['town-5'],
  search: ['club'],
  q: ['p', 'player12'],
  query: ['play'],
  theme: ['flying'],
  'explore since': ['2026-10'],
  'exportUserGames since': ['2026-11-01T00:00:00Z'],
  'followEvents since': [1],
  'listMissingFromMatch club': [],
  until: ['2026-11-20T00:00:00Z'],
  position: ['.../.../.../....../.../.../... w 9 9 0 1'],
  seasons: [1],
  entries: [10],
}
/** What limits nothing. */
const OTHER = [
  'limit',
  'cursor',
  'max',
  // parts of something that is bounded
  'stage',
  'group',
  'about',
  'format',
  'times',
  'moves',
]

let server: TestServer
let database: CountingDatabase
let requestOf: (label: string) => Promise<Request>
let player: CallOperation
let admin: CallOperation

beforeAll(async () => {
  server = await startServer({ jobs: 'queue' })
  const { pool, prisma } = server.database
  await fillGrownSite(server.database, server.clock.now())
  const people = {
    player: await server.player('anna'),
    opponent: await server.player('bram'),
    bystander: await server.player('dirk'),
    bot: await server.player('robot', { kind: 'bot' }),
  }
  const gina = await server.player('gina', { role: 'admin' })
  await prisma.account.updateMany({ where: { emailVerified: false }, data: { emailVerified: true } })
  requestOf = await prepareRequests(server, people)
  // a giant among many small players
  await pool.query(`
    UPDATE games SET white_id = ${people.player.id} WHERE id BETWEEN 20000 AND ${20_000 + STANDING - 1};
    INSERT INTO uncounted_games
      SELECT player_id, id FROM games, unnest(ARRAY[white_id, black_id]) AS player_id WHERE status = 'finished'`)
  await countEndedGames(server.store)
  await pool.query('VACUUM uncounted_games')
  await pool.query('ANALYZE')
  const session = async (who: typeof gina) =>
    createCaller(server.app, { cookie: (await openBrowser(server, who)).cookie })
  player = await session(people.player)
  admin = await session(gina)
  database = await openCountingDatabase(server)
}, 300_000)
afterAll(async () => {
  await database?.close()
  await server?.close()
})

/** The parameters of a call with the words that each takes; null where they are not listed. */
function parametersOf({ query }: Endpoint): Map<string, readonly string[] | null> {
  if (!query) return new Map()
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { enum?: string[] }>
  }
  return new Map(Object.entries(properties).map(([name, { enum: words }]) => [name, words ?? null]))
}

/** The parameters of a query, and '' for the query itself, which may have none. */
const pairsOf = (query: object) => ['', ...Object.entries(query).map((pair) => pair.join('='))]

/** No filter, each value of each filter, and each pair of them. */
function queriesOf(endpoint: Endpoint): Record<string, string | number>[] {
  const parameters = parametersOf(endpoint)
  const shortest = Object.fromEntries(
    ['limit', 'max'].filter((name) => parameters.has(name)).map((name) => [name, 10]),
  )
  const values = [...parameters]
    .filter(([name]) => !OTHER.includes(name))
    .flatMap(([name, words]) =>
      (words?.includes('false')
        ? ['true']
        : (words ?? SAMPLES[`${endpoint.operationId} ${name}`] ?? SAMPLES[name] ?? ['?'])
      ).map((value) => ({
        name,
        value,
      })),
    )
  expect(
    values.filter(({ value }) => value === '?'),
    `${endpoint.operationId} has parameters without a sample`,
  ).toEqual([])
  const pairs = values.flatMap((one, n) =>
    values
      .slice(n + 1)
      .filter(({ name }) => name !== one.name)
      .map((other) => [one, other]),
  )
  return [[], ...values.map((one) => [one]), ...pairs].map((chosen) => ({
    ...shortest,
    ...Object.fromEntries(chosen.map(({ name, value }) => [name, value])),
  }))
}

/** The calls by which an app signs somebody in are left out: they only lead on. */
const reads = Object.values<Endpoint>(ENDPOINTS).filter(
  ({ method, path }) => method === 'GET' && !path.startsWith('/api/v1/oauth/'),
)

it.each(reads.map((endpoint) => [endpoint.operationId, endpoint] as const))(
  '%s reads no more the more stands',
  { timeout: 300_000 },
  async (operationId, endpoint) => {
    const { params, query: needed } = await requestOf(operationId)
    const request = { params: { ...params, ...(endpoint.path.includes('/users/') && { username: 'anna' }) } }
    const call = endpoint.path.startsWith('/api/v1/admin/') ? admin : player
    const most = AT_MOST + (MORE[operationId] ?? 0)
    const queries = queriesOf(endpoint)
    const accepted: string[] = []
    for (const query of queries) {
      // what earlier calls left to write does not count
      await server.app.writeLastUses()
      let status = 0
      const { read } = await database.count(async () => {
        ;({ status } = await call(operationId, { ...request, query: { ...needed, ...query } }))
      })
      expect(read, JSON.stringify(query)).toBeLessThanOrEqual(most)
      if (status < 400) accepted.push(...pairsOf(query))
    }
    // some filters do not go together, but each goes with something
    expect(queries.flatMap(pairsOf).filter((pair) => !accepted.includes(pair))).toEqual([])
    expect(accepted).not.toEqual([])
  },
)
