import { ENDPOINTS, type Endpoint } from '@tegenzet/contract'
import { z } from 'zod'
import { countEndedGames } from '../../src/play/results/count-ended-games.ts'
import { endpointOf, prepareRequests } from '../http/authorisation-requests.ts'
import { openBrowser } from '../people/oauth-app.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { createCaller, type Request } from '../server/call-operation.ts'
import type { TestServer } from '../server/harness.ts'
import { fillGrownSite } from './grown-site.ts'

/** Values of the parameters that are not a list of words: frequent ones and rare ones. */
const SAMPLES: Record<string, readonly (string | number)[]> = {
  rules: ['muehle', 'halma'],
  player: ['anna'],
  opponent: ['player7'],
  member: ['player5'],
  by: ['gina'],
  tournament: [1],
  club: ['town-5'],
  search: ['club', 'lub 12'],
  'listTournaments search': ['cup', 'up 12'],
  q: ['p', 'player12'],
  query: ['play', 'layer', 'r29'],
  theme: ['flying'],
  'explore since': ['2026-10'],
  'exportUserGames since': ['2026-11-01T00:00:00Z'],
  'followEvents since': [1],
  'listMissingFromMatch club': [],
  until: ['2026-11-20T00:00:00Z'],
  position: ['.../.../.../....../.../.../... w 9 9 0 1'],
  minRating: [1500, 2400],
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

/** The parameters of a call with the words that each takes; null where they are not listed. */
function parametersOf({ query }: Endpoint): Map<string, readonly string[] | null> {
  if (!query) return new Map()
  const { properties = {} } = z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as {
    properties?: Record<string, { enum?: string[] }>
  }
  return new Map(Object.entries(properties).map(([name, { enum: words }]) => [name, words ?? null]))
}

/** The parameters of a query, and '' for the query itself, which may have none. */
export const pairsOf = (query: object) => ['', ...Object.entries(query).map((pair) => pair.join('='))]

/** No filter, each value of each filter, and each pair of them. */
export function queriesOf(endpoint: Endpoint): Record<string, string | number>[] {
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
  const missing = values.find(({ value }) => value === '?')
  if (missing) throw new Error(`${endpoint.operationId} ${missing.name} has no sample`)
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

/**
 * Every call that only reads the database. The calls by which an app or a provider signs somebody in are left out: they only lead
 * on. So is what the host has written.
 */
export const READS = Object.values<Endpoint>(ENDPOINTS).filter(
  ({ method, path }) => method === 'GET' && !/^\/api\/v1\/(oauth\/|session\/oidc|about\/welcome)/.test(path),
)

/** Calls of a grown site by a player with many games among many with few, and by an admin. */
export interface SampledCalls {
  playerId: number
  /** The request of an operation without what its filters add. */
  requestOf(operationId: string): Promise<Request>
  /** Calls an operation as whoever may call it. */
  call(endpoint: Endpoint, request: Request): Promise<number>
}

/** Fills a new database with a site that has grown, and prepares calls of every operation that only reads. */
export async function sampleCalls(server: TestServer): Promise<SampledCalls> {
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
  const requestOf = await prepareRequests(server, people)
  await pool.query(`
    UPDATE games SET white_id = ${people.player.id} WHERE id BETWEEN 20000 AND 21199;
    INSERT INTO uncounted_games
      SELECT player_id, id FROM games, unnest(ARRAY[white_id, black_id]) AS player_id WHERE status = 'finished'`)
  await countEndedGames(server.store)
  await pool.query('VACUUM uncounted_games')
  await pool.query('ANALYZE')
  const session = async (who: TestPlayer) =>
    createCaller(server.app, { cookie: (await openBrowser(server, who)).cookie })
  const [player, admin] = [await session(people.player), await session(gina)]
  return {
    playerId: people.player.id,
    async requestOf(operationId) {
      const { params, query = {} } = await requestOf(operationId)
      const ofUser = endpointOf(operationId).path.includes('/users/') && { username: 'anna' }
      return { params: { ...params, ...ofUser }, query }
    },
    async call({ operationId, path }, request) {
      const call = path.startsWith('/api/v1/admin/') ? admin : player
      return (await call(operationId, request)).status
    },
  }
}
