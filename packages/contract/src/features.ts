/**
 * What a host can switch off (`WITHOUT`). This file has no dependencies, so that browsers can import it.
 */
export const OPTIONAL_FEATURES = [
  'tournaments',
  'leagues',
  'ladders',
  'clubs',
  'matches',
  'puzzles',
  'analysis',
  'bots',
  'ratings',
  'webhooks',
  'apps',
  'chat',
  'news',
] as const
export type OptionalFeature = (typeof OPTIONAL_FEATURES)[number]

/** What cannot be on without the other: matches are between clubs, and leagues and ladders are rated. */
const GOES_WITH: Partial<Record<OptionalFeature, readonly OptionalFeature[]>> = {
  clubs: ['matches'],
  ratings: ['leagues', 'ladders'],
}

/** The features that are on if these are switched off. */
export function featuresWithout(off: readonly OptionalFeature[]): OptionalFeature[] {
  const all = new Set(off.flatMap((feature) => [feature, ...(GOES_WITH[feature] ?? [])]))
  return OPTIONAL_FEATURES.filter((feature) => !all.has(feature))
}

/** What `getAbout` says is on, and what can still be read. */
interface Switches {
  features: readonly string[]
  ending: readonly string[]
}

interface PageFeature {
  path: RegExp
  /** The page is there while one of them can be read. */
  features: readonly OptionalFeature[]
  /** Something of it begins on the page, which goes as soon as it is off. */
  begins: boolean
}

const page = (path: RegExp, ...features: OptionalFeature[]) => ({ path, features, begins: false })
const beginning = (path: RegExp, feature: OptionalFeature) => ({ path, features: [feature], begins: true })

/** The first that fits decides. */
const PAGES: readonly PageFeature[] = [
  beginning(/^\/tournaments\/new$/, 'tournaments'),
  // a division of a league is a tournament: the API knows which
  page(/^\/tournaments\/[^/]+$/, 'tournaments', 'leagues'),
  page(/^\/tournaments$/, 'tournaments'),
  page(/^\/leagues(\/|$)/, 'leagues'),
  beginning(/^\/admin\/leagues$/, 'leagues'),
  page(/^\/ladders(\/|$)/, 'ladders'),
  beginning(/^\/clubs\/new$/, 'clubs'),
  page(/^\/clubs(\/|$)/, 'clubs'),
  beginning(/^\/matches\/new$/, 'matches'),
  page(/^\/matches(\/|$)/, 'matches'),
  page(/^\/puzzles(\/|$)/, 'puzzles'),
  page(/^\/analysis(\/|$)/, 'analysis'),
  page(/^\/(leaderboards|admin\/ratings)$/, 'ratings'),
  page(/^\/account\/webhooks(\/|$)/, 'webhooks'),
  page(/^\/account\/(apps(\/|$)|connected$)/, 'apps'),
  beginning(/^\/authorize$/, 'apps'),
  page(/^\/(admin\/)?news$/, 'news'),
]

/** Whether something of a feature can be read: it is on, or what has begun of it is not over. */
export const isReadable = ({ features, ending }: Switches, feature: OptionalFeature): boolean =>
  features.includes(feature) || ending.includes(feature)

/**
 * Whether the site has a page of the web client.
 * @param path without a language in front and without a slash at the end
 */
export function isPageOn(switches: Switches, path: string): boolean {
  const page = PAGES.find((each) => each.path.test(path))
  if (!page) return true
  return page.features.some((feature) =>
    page.begins ? switches.features.includes(feature) : isReadable(switches, feature),
  )
}
