import {
  type About,
  type Account,
  type Game,
  isReadable,
  type Language,
  type OptionalFeature,
} from '@tegenzet/contract'

/** Who opens a page of a route at a path. */
interface Opened {
  /** The route's id, for example `/games/[id]`. */
  route: string
  path: string
  language: Language
  account: Account | null
  /** Only members read on this site, and nobody else has opened the page. */
  isClosed: boolean
  /** null: unknown now. */
  about: About | null
}

export const CALLS_OF_EVERY_PAGE = ['/api/v1/session', '/api/v1/about']
const WAITING_GAMES = '/api/v1/games?turn=mine&sort=deadline&limit=100'
/** About a player, in lists that are hidden while they are empty. */
const DECISIONS = ['sanctions', 'rulings', 'appeals?limit=100', 'warnings'].map(
  (list) => `/api/v1/account/${list}`,
)
const OWN_CHALLENGES = '/api/v1/challenges?mine=true&limit=100'

/** What the host says to visitors. */
export const welcomeCall = (language: Language) => `/api/v1/about/welcome?language=${language}`

const has = (about: About | null, feature: OptionalFeature): boolean => !about || isReadable(about, feature)

/**
 * The calls of the API that a page starts with, besides those of every page, as the client makes them. The first answer
 * decides whether the page exists.
 */
export function firstCalls({ route, path, language, account, isClosed, about }: Opened): string[] {
  const welcome = about?.welcome ? [welcomeCall(language)] : []
  switch (route) {
    case '/':
      if (isClosed) return welcome
      return [
        account ? WAITING_GAMES : '/api/v1/games?status=active&guests=false&limit=24',
        '/api/v1/bots?limit=100',
        ...(has(about, 'news') ? ['/api/v1/news?limit=2'] : []),
        ...(account ? [] : welcome),
      ]
    case '/news':
      return ['/api/v1/news?limit=10']
    case '/watch':
      return [
        '/api/v1/games?status=active&guests=false&limit=42',
        '/api/v1/games?status=finished&guests=false&limit=12',
      ]
    case '/puzzles':
      return ['/api/v1/puzzles/daily']
    case '/games/[id]':
      return ['', '/moves', '/draw-offers', '/claims'].map((part) => `/api/v1${path}${part}`)
    case '/players/[username]':
      return ofProfile(path.replace('/players/', ''), has(about, 'ratings'))
    case '/lobby':
      return ['/api/v1/challenges?limit=100', '/api/v1/challenges', '/api/v1/bots?limit=100']
    case '/rules/[id]':
    case '/puzzles/[id]':
    case '/clubs/[id]':
    case '/matches/[id]':
    case '/tournaments/[id]':
      return [`/api/v1${path}`]
    default:
      return []
  }
}

/**
 * What a page starts with besides for a player.
 * @param subject the body of the first answer; null: there is none, or no such page
 */
export function playersCalls({
  route,
  account,
  subject,
  about,
}: Omit<Opened, 'path' | 'isClosed' | 'language'> & { subject: unknown }): string[] {
  if (!account) return []
  const header = ['/api/v1/account/notices', ...(route === '/' ? [] : [WAITING_GAMES])]
  if (route === '/' && subject) return [...header, ...ofHome(account, (subject as { items: Game[] }).items)]
  if (route === '/games') return [...header, ...ofMyGames(account)]
  if (route === '/account') return [...header, ...DECISIONS]
  if (route === '/games/[id]' && subject)
    return [...header, ...ofGame(account, subject as Game, has(about, 'chat'))]
  return header
}

function ofProfile(name: string, hasRatings: boolean): string[] {
  const games = (status: string) => `/api/v1/games?player=${name}&status=${status}&limit=10`
  return [
    `/api/v1/users/${name}`,
    games('active'),
    games('finished'),
    ...(hasRatings ? [`/api/v1/users/${name}/ratings`] : []),
  ]
}

/** "My games" begins with those that wait for the player. */
const ofMyGames = ({ username }: Account): string[] => [
  `/api/v1/users/${username}/games/counts`,
  ...['mine', 'theirs'].map((turn) => `/api/v1/games?turn=${turn}&sort=deadline&limit=50`),
  `/api/v1/games?player=${username}&status=claimed&limit=50`,
]

/** A player's home begins with the most urgent game, and loads the next one in advance. */
const ofHome = ({ kind }: Account, games: readonly Game[]): string[] => [
  ...games.slice(0, 2).flatMap(({ id }) => [`/api/v1/games/${id}`, `/api/v1/games/${id}/moves`]),
  OWN_CHALLENGES,
  ...(kind === 'human' ? ['/api/v1/challenges?limit=100'] : []),
]

function ofGame(account: Account, { id, white, black, outcome }: Game, hasChat: boolean): string[] {
  if (white.id !== account.id && black.id !== account.id) return []
  const { username } = white.id === account.id ? black : white
  return [
    ...(hasChat ? ['about=offers&limit=100', 'sort=-createdAt&limit=30'] : []).map(
      (query) => `/api/v1/games/${id}/messages?${query}`,
    ),
    `/api/v1/games/${id}/notes`,
    `/api/v1/games/${id}/plan`,
    `/api/v1/account/people/${encodeURIComponent(username)}`,
    '/api/v1/account/warnings?limit=100',
    ...(outcome ? [OWN_CHALLENGES] : []),
  ]
}
