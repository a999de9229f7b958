import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export type Reader = 'visitor' | 'player' | 'admin'

/** A page to take pictures of. */
export interface PageToShow {
  /** The name of its files. */
  name: string
  path: string
  reader: Reader
}

/** Calls the API as one reader. @param path below `/api/v1` */
export type Get = (reader: Reader, path: string) => Promise<any>

const ROUTES = fileURLToPath(new URL('../../web/src/routes', import.meta.url))

/** Routes that show something else than what their path alone says. */
const EXAMPLES: Record<string, (get: Get) => Promise<PageToShow[]>> = {
  '/': async () => [
    { name: 'home-visitor', path: '/', reader: 'visitor' },
    { name: 'home-player', path: '/', reader: 'player' },
  ],
  '/lobby': async () => [
    { name: 'lobby-visitor', path: '/lobby', reader: 'visitor' },
    { name: 'lobby-player', path: '/lobby', reader: 'player' },
  ],
  '/rules/[id]': async () =>
    ['molenspel', 'muehle', 'moulin', 'halma'].map((id) => ({
      name: `rules-${id}`,
      path: `/rules/${id}`,
      reader: 'visitor',
    })),
  '/games/[id]': async (get) => {
    const games = async (name: string, query: string): Promise<PageToShow[]> => {
      const { items } = await get('player', `/games?limit=1&${query}`)
      return items.map(({ id }: { id: number }) => ({ name, path: `/games/${id}`, reader: 'player' }))
    }
    const tournamentGames = async () => {
      const { items } = await get('player', '/tournaments?state=running&format=round-robin&limit=1')
      const of = `tournament=${items[0]?.id}&player=demo1`
      return [
        ...(await games('game-tournament', `${of}&status=active`)),
        ...(await games('game-tournament-finished', `${of}&status=finished`)),
      ]
    }
    return [
      ...(await games('game-your-move', 'turn=mine&rules=muehle')),
      ...(await games('game-your-move-halma', 'turn=mine&rules=halma')),
      ...(await games('game-waiting', 'player=demo1&status=active&sort=-updatedAt')),
      ...(await games('game-claimed', 'status=claimed')),
      ...(await games('game-finished', 'player=demo1&status=finished')),
      ...(await tournamentGames()),
      ...(await games('game-ladder', 'ladder=true&player=demo1')),
      { name: 'game-missing', path: '/games/1', reader: 'visitor' },
    ]
  },
  '/tournaments/[id]': async (get) => {
    const states = ['open', 'running', 'finished']
    const lists = await Promise.all(
      states.map((state) => get('player', `/tournaments?format=round-robin&limit=1&state=${state}`)),
    )
    return lists.flatMap(({ items }, at) =>
      items.map(({ id }: { id: number }) => ({
        name: `tournament-${states[at]}`,
        path: `/tournaments/${id}`,
        reader: 'player',
      })),
    )
  },
  '/leagues/[rules]': async () => [
    { name: 'league', path: '/leagues/muehle', reader: 'player' },
    { name: 'league-archive', path: '/leagues/muehle?season=1', reader: 'player' },
    { name: 'league-entries', path: '/leagues/molenspel', reader: 'player' },
    { name: 'league-missing', path: '/leagues/halma', reader: 'player' },
  ],
  '/leaderboards': async () => [
    { name: 'leaderboards', path: '/leaderboards?rules=muehle', reader: 'player' },
    {
      name: 'leaderboard-club',
      path: '/leaderboards?rules=muehle&club=molenclub-utrecht',
      reader: 'player',
    },
  ],
  '/analysis/[id]': async () => [
    { name: 'analysis-muehle', path: '/analysis/muehle', reader: 'player' },
    { name: 'analysis-halma', path: '/analysis/halma', reader: 'player' },
  ],
  '/puzzles/[id]': async (get) => {
    const { items } = await get('player', '/account/puzzles?limit=1')
    return items.map(({ id }: { id: string }) => ({
      name: 'puzzle',
      path: `/puzzles/${id}`,
      reader: 'player',
    }))
  },
  '/clubs/[id]': async () => [{ name: 'club', path: '/clubs/molenclub-utrecht', reader: 'player' }],
  '/matches/[id]': async (get) => {
    const { items } = await get('player', '/matches?state=running&limit=1')
    return items.map(({ id }: { id: number }) => ({
      name: 'match',
      path: `/matches/${id}`,
      reader: 'player',
    }))
  },
  '/ladders/[rules]': async () => [{ name: 'ladder', path: '/ladders/muehle', reader: 'player' }],
  '/players/[username]': async () => [
    { name: 'profile-own', path: '/players/demo1', reader: 'player' },
    { name: 'profile-other', path: '/players/demo2', reader: 'player' },
  ],
  '/admin/claims/[id]': async (get) => {
    const { items } = await get('admin', '/admin/claims?status=open&limit=1')
    return items.map(({ claim }: { claim: { id: number } }) => ({
      name: 'admin-claim',
      path: `/admin/claims/${claim.id}`,
      reader: 'admin',
    }))
  },
  '/admin/accounts/[username]': async () => [
    { name: 'admin-account', path: '/admin/accounts/demo2', reader: 'admin' },
  ],
  '/authorize': async () => [
    { name: 'authorize-error', path: '/authorize?error=invalid_client', reader: 'visitor' },
  ],
}

/** Pages that need data the demo does not have. */
const LEFT_OUT = ['/admin/reports/[id]', '/account/apps/[id]', '/account/webhooks/[id]']

const FOR_VISITORS =
  /^\/(rules|login|welcome|register|forgot-password|reset-password|verify-email|undo-deletion|unsubscribe|not-me|invite|appeal|report-content)/

/** Every page of the client, once for each reader that sees something else. @throws if a route needs an example and has none */
export async function pagesToShow(get: Get): Promise<PageToShow[]> {
  const routes = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('+page.svelte'))
    .map((file) => `/${file.replace(/\(\w+\)\/|\/?\+page\.svelte$/g, '')}`)
  const pages: PageToShow[] = [{ name: 'not-found', path: '/nowhere', reader: 'visitor' }]
  for (const route of routes.sort()) {
    const example = EXAMPLES[route]
    if (example) pages.push(...(await example(get)))
    else if (!LEFT_OUT.includes(route)) pages.push(pageOf(route))
  }
  return pages
}

function pageOf(route: string): PageToShow {
  const path = route.replace('[token]', 'x'.repeat(43))
  if (path.includes('[')) throw new Error(`${route} needs an example in ${import.meta.filename}`)
  const reader = route.startsWith('/admin') ? 'admin' : FOR_VISITORS.test(route) ? 'visitor' : 'player'
  return { name: route.slice(1).replace('/[token]', '').replaceAll('/', '-'), path, reader }
}
