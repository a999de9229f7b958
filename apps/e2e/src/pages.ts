import type { Account } from '@tegenzet/contract'
import { PAGES } from '@tegenzet/pages'

export type Reader = 'visitor' | 'player' | 'admin'

/** A page of the client as somebody opens it. */
export interface PageToShow {
  /** As in `PAGES`. */
  route: string
  /** The name of its pictures. */
  name: string
  path: string
  reader: Reader
}

/** Calls the API as one reader. @param path below `/api/v1` */
export type Get = (reader: Reader, path: string) => Promise<any>

type Example = readonly [name: string, path: string, reader?: Reader]

/** Of each list that a path asks for the first item, if there is one. */
async function firstOf(
  get: Get,
  reader: Reader,
  lists: Record<string, string>,
  pathOf: (item: any) => string,
): Promise<Example[]> {
  const examples = await Promise.all(
    Object.entries(lists).map(async ([name, list]) => {
      const { items } = await get(reader, list)
      return items.slice(0, 1).map((item: unknown) => [name, pathOf(item), reader] as const)
    }),
  )
  return examples.flat()
}

const each = (names: readonly string[], pathOf: (name: string) => string, prefix: string): Example[] =>
  names.map((name) => [`${prefix}-${name}`, pathOf(name), 'visitor'])

/** Routes that show something else than what their path alone says. Others are opened as they are. */
const EXAMPLES: Record<string, (get: Get) => Promise<readonly Example[]>> = {
  '/account/apps/[id]': (get) =>
    firstOf(get, 'player', { 'account-app': '/apps?limit=1' }, ({ id }) => `/account/apps/${id}`),
  '/account/webhooks/[id]': (get) =>
    firstOf(get, 'player', { 'account-webhook': '/webhooks?limit=1' }, ({ id }) => `/account/webhooks/${id}`),
  '/admin/accounts/[username]': async (get) => {
    const { account } = await get('player', '/session')
    return [['admin-account', `/admin/accounts/${account.username}`, 'admin']]
  },
  '/admin/claims/[id]': (get) =>
    firstOf(
      get,
      'admin',
      { 'admin-claim': '/admin/claims?status=open&limit=1' },
      ({ claim }) => `/admin/claims/${claim.id}`,
    ),
  '/admin/reports/[id]': (get) =>
    firstOf(
      get,
      'admin',
      { 'admin-report': '/admin/reports?status=open&limit=1' },
      ({ report }) => `/admin/reports/${report.id}`,
    ),
  '/analysis/[id]': async (get) => [
    ['analysis-muehle', '/analysis/muehle'],
    ['analysis-halma', '/analysis/halma', 'visitor'],
    ...(await firstOf(
      get,
      'player',
      { 'analysis-stored': '/analyses?limit=1' },
      ({ id }) => `/analysis/${id}`,
    )),
  ],
  '/authorize': async () => [['authorize-error', '/authorize?error=invalid_client', 'visitor']],
  '/clubs': async () => [
    ['clubs', '/clubs'],
    ['clubs-visitor', '/clubs', 'visitor'],
    ['clubs-found', '/clubs?search=a', 'visitor'],
  ],
  '/clubs/[id]': async (get) => {
    const pathOf = ({ slug }: { slug: string }) => `/clubs/${slug}`
    const { account } = await get('player', '/session')
    return [
      ...(await firstOf(get, 'player', { club: `/clubs?limit=1&member=${account.username}` }, pathOf)),
      ...(await firstOf(get, 'visitor', { 'club-visitor': '/clubs?limit=1' }, pathOf)),
    ]
  },
  '/games': async () => [
    ['games', '/games'],
    ['games-finished', '/games?show=finished'],
  ],
  '/games/[id]': gamesToShow,
  '/ladders/[rules]': async () => [
    ['ladder', '/ladders/muehle'],
    ['ladder-visitor', '/ladders/halma', 'visitor'],
  ],
  '/leaderboards': async () => [
    ['leaderboards', '/leaderboards?rules=muehle'],
    ['leaderboards-visitor', '/leaderboards', 'visitor'],
  ],
  '/leagues/[rules]': async () => [
    ['league', '/leagues/muehle'],
    ['league-archive', '/leagues/muehle?season=1'],
    ['league-entries', '/leagues/molenspel'],
    ['league-other', '/leagues/halma', 'visitor'],
  ],
  '/matches/[id]': (get) =>
    firstOf(
      get,
      'player',
      Object.fromEntries(
        ['proposed', 'open', 'running', 'finished'].map((state) => [
          `match-${state}`,
          `/matches?state=${state}&limit=1`,
        ]),
      ),
      ({ id }) => `/matches/${id}`,
    ),
  '/players': async () => [
    ['players', '/players', 'visitor'],
    ['players-found', '/players?query=a'],
  ],
  '/players/[username]': async (get) => {
    const { account }: { account: Account } = await get('player', '/session')
    return [
      ['profile-own', `/players/${account.username}`],
      ['profile-other', `/players/${account.username}`, 'visitor'],
    ]
  },
  '/puzzles/[id]': (get) =>
    firstOf(get, 'player', { puzzle: '/account/puzzles?limit=1' }, ({ id }) => `/puzzles/${id}`).then(
      async (own) =>
        own.length > 0 ? own : [['puzzle', `/puzzles/${(await get('player', '/puzzles/daily')).puzzle.id}`]],
    ),
  '/rules/[id]': async () =>
    each(['molenspel', 'muehle', 'moulin', 'halma'], (id) => `/rules/${id}`, 'rules'),
  '/tournaments': async () => [
    ['tournaments', '/tournaments'],
    ['tournaments-visitor', '/tournaments', 'visitor'],
    ['tournaments-found', '/tournaments?search=a', 'visitor'],
  ],
  '/tournaments/[id]': (get) =>
    firstOf(
      get,
      'player',
      Object.fromEntries(
        ['open', 'running', 'finished'].map((state) => [
          `tournament-${state}`,
          `/tournaments?format=round-robin&limit=1&state=${state}`,
        ]),
      ),
      ({ id }) => `/tournaments/${id}`,
    ),
  '/unsubscribe/[token]': async () => [['unsubscribe', `/unsubscribe/${'x'.repeat(43)}`, 'visitor']],
}

async function gamesToShow(get: Get): Promise<readonly Example[]> {
  const { account } = await get('player', '/session')
  const of = `player=${account.username}`
  const { items } = await get('player', '/tournaments?state=running&format=round-robin&limit=1')
  const inTournament = `tournament=${items[0]?.id}&${of}`
  const lists = {
    'game-your-move': 'turn=mine',
    'game-your-move-halma': 'turn=mine&rules=halma',
    'game-waiting': `${of}&status=active&sort=-updatedAt`,
    'game-claimed': 'status=claimed',
    'game-finished': `${of}&status=finished`,
    'game-ladder': `ladder=true&${of}`,
    ...(items.length > 0 && {
      'game-tournament': `${inTournament}&status=active`,
      'game-tournament-finished': `${inTournament}&status=finished`,
    }),
  }
  const paths = Object.fromEntries(
    Object.entries(lists).map(([name, query]) => [name, `/games?limit=1&${query}`]),
  )
  const pathOf = ({ id }: { id: number }) => `/games/${id}`
  return [
    ...(await firstOf(get, 'player', paths, pathOf)),
    ...(await firstOf(get, 'visitor', { 'game-visitor': '/games?limit=1&status=finished' }, pathOf)),
    ['game-missing', '/games/1000000', 'visitor'],
  ]
}

/** Opened by people without a session, from a mail or before they log in. */
const FOR_VISITORS =
  /^\/(login|welcome|register|forgot-password|reset-password|verify-email|undo-deletion|not-me|appeal)/

/** Every route of the client, once for each reader that sees something else. @throws if a route needs an example and has none */
export async function everyPage(get: Get): Promise<PageToShow[]> {
  const pages: PageToShow[] = [{ route: '', name: 'not-found', path: '/nowhere', reader: 'visitor' }]
  for (const route of Object.keys(PAGES)) {
    const examples = (await EXAMPLES[route]?.(get)) ?? examplesOf(route)
    pages.push(...examples.map(([name, path, reader = 'player']) => ({ route, name, path, reader })))
  }
  return pages
}

function examplesOf(route: string): readonly Example[] {
  if (route.includes('[')) throw new Error(`${route} needs an example in ${import.meta.filename}`)
  const name = route === '/' ? 'home' : route.slice(1).replaceAll('/', '-')
  if (route.startsWith('/admin')) return [[name, route, 'admin']]
  if (FOR_VISITORS.test(route)) return [[name, route, 'visitor']]
  const isPublic = PAGES[route]?.isFor?.(null) ?? true
  return isPublic
    ? [
        [name, route],
        [`${name}-visitor`, route, 'visitor'],
      ]
    : [[name, route]]
}
