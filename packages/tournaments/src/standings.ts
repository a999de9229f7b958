import { bySeed, type Seed } from './groups.ts'

export type Score = 0 | 0.5 | 1

/** A game of a group. `score` is White's; null while the game is running. */
export interface ScoredGame<Id = number> {
  white: Id
  black: Id
  score: Score | null
}

export interface GroupStanding<Id = number> {
  player: Id
  /** Players who are equal in everything share a place: 1, 2, 2, 4. null for a player who has left. */
  place: number | null
  points: number
  /** Per game the opponent's points for a win, half of them for a draw. */
  sonnebornBerger: number
  wins: number
  played: number
  total: number
  struck: boolean
  left: boolean
}

/**
 * The standings of a group, best first. Players who have left follow, because they take no place. Games of struck players do
 * not count; they come last.
 *
 * Order: points, Sonneborn-Berger, wins, points in the games among all those still tied.
 */
export function standings<Id>(
  players: readonly Id[],
  games: readonly ScoredGame<Id>[],
  struck: ReadonlySet<Id> = new Set(),
  left: ReadonlySet<Id> = struck,
): GroupStanding<Id>[] {
  const counting = games.filter(({ white, black }) => !struck.has(white) && !struck.has(black))
  const sides = counting.flatMap(sidesOf)
  const ofPlayer = groupBy(sides, (side) => side.player)
  const pointsOf = (id: Id): number => sumOf(ofPlayer.get(id) ?? [], (side) => side.score ?? 0)

  const rows = players.map((player): GroupStanding<Id> => {
    const own = ofPlayer.get(player) ?? []
    return {
      player,
      place: null,
      points: pointsOf(player),
      sonnebornBerger: sumOf(own, (side) => (side.score ?? 0) * pointsOf(side.opponent)),
      wins: own.filter((side) => side.score === 1).length,
      played: own.filter((side) => side.score !== null).length,
      total: own.length,
      struck: struck.has(player),
      left: left.has(player) || struck.has(player),
    }
  })
  const ordered = (which: (row: GroupStanding<Id>) => boolean) => withPlaces(rows.filter(which), sides)
  return [
    ...ordered((row) => !row.left),
    ...ordered((row) => row.left && !row.struck).map((row) => ({ ...row, place: null })),
    ...rows.filter((row) => row.struck),
  ]
}

interface Side<Id> {
  player: Id
  opponent: Id
  score: Score | null
}

const sidesOf = <Id>({ white, black, score }: ScoredGame<Id>): [Side<Id>, Side<Id>] => [
  { player: white, opponent: black, score },
  { player: black, opponent: white, score: score === null ? null : ((1 - score) as Score) },
]

function withPlaces<Id>(rows: GroupStanding<Id>[], sides: readonly Side<Id>[]): GroupStanding<Id>[] {
  const tied = [...groupBy(rows, (row) => `${row.points} ${row.sonnebornBerger} ${row.wins}`).values()]
  const placed: GroupStanding<Id>[] = []
  for (const group of tied.sort((a, b) => byTable(a[0], b[0]))) {
    const among = new Set(group.map((row) => row.player))
    const mutual = new Map(
      group.map(({ player }) => [
        player,
        sumOf(sides, (side) => (side.player === player && among.has(side.opponent) ? (side.score ?? 0) : 0)),
      ]),
    )
    const mutualOf = (row: GroupStanding<Id>): number => mutual.get(row.player) ?? 0
    const start = placed.length
    const sorted = group.toSorted((a, b) => mutualOf(b) - mutualOf(a))
    for (const row of sorted) {
      const better = sorted.filter((other) => mutualOf(other) > mutualOf(row)).length
      placed.push({ ...row, place: start + better + 1 })
    }
  }
  return placed
}

const byTable = (a?: GroupStanding<unknown>, b?: GroupStanding<unknown>): number =>
  a && b ? b.points - a.points || b.sonnebornBerger - a.sonnebornBerger || b.wins - a.wins : 0

/**
 * The players of standings in an order without ties, for when a place has to be decided: by place, then the higher rating
 * at the start, then the earlier entry. Players who have left are left out.
 */
export function ranking<S extends Seed<unknown>>(
  table: readonly GroupStanding<S['id']>[],
  seeds: readonly S[],
): S[] {
  const placeOf = new Map(table.map((row) => [row.player, row.place]))
  const placed = seeds.flatMap((seed) => {
    const place = placeOf.get(seed.id)
    return typeof place === 'number' ? [{ seed, place }] : []
  })
  return placed.sort((a, b) => a.place - b.place || bySeed(a.seed, b.seed)).map(({ seed }) => seed)
}

/** Who goes on to the next stage. */
export const advancing = <S extends Seed<unknown>>(
  table: readonly GroupStanding<S['id']>[],
  seeds: readonly S[],
  advance: number,
): S[] => ranking(table, seeds).slice(0, advance)

const sumOf = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((sum, item) => sum + of(item), 0)

function groupBy<T, Key>(items: readonly T[], keyOf: (item: T) => Key): Map<Key, T[]> {
  const groups = new Map<Key, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}
