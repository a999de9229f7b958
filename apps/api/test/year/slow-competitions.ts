// Groups, tables, promotion and ladder moves once more, straight from docs/competition.md: slow, obvious, and without code
// of the server or of packages/tournaments.

export type Score = 0 | 0.5 | 1

export interface SlowResult {
  id: number
  white: number
  black: number
  /** White's; null while the game is running. */
  score: Score | null
}

export interface SlowEntry {
  player: number
  /** At the start; null without one. */
  rating: number | null
  left: boolean
}

interface SlowRow {
  player: number
  place: number | null
  points: number
  sonnebornBerger: number
  wins: number
  played: number
  total: number
  struck: boolean
  left: boolean
}

/** The games of a player among those that count, each from the player's point of view. */
function gamesOf(player: number, games: readonly SlowResult[], struck: ReadonlySet<number>) {
  const own: { opponent: number; score: number | null }[] = []
  for (const { white, black, score } of games) {
    if (struck.has(white) || struck.has(black)) continue
    if (white === player) own.push({ opponent: black, score })
    if (black === player) own.push({ opponent: white, score: score === null ? null : 1 - score })
  }
  return own
}

export function slowTable(
  players: readonly number[],
  games: readonly SlowResult[],
  struck: ReadonlySet<number>,
  left: ReadonlySet<number>,
): SlowRow[] {
  const pointsOf = (player: number, against?: readonly number[]): number => {
    let points = 0
    for (const { opponent, score } of gamesOf(player, games, struck))
      if (!against || against.includes(opponent)) points += score ?? 0
    return points
  }
  const rows = players.map((player): SlowRow => {
    const row = { player, place: null, points: pointsOf(player), sonnebornBerger: 0, wins: 0, played: 0 }
    const own = gamesOf(player, games, struck)
    for (const { opponent, score } of own) {
      if (score === 1) row.wins++
      if (score === 1) row.sonnebornBerger += pointsOf(opponent)
      if (score === 0.5) row.sonnebornBerger += pointsOf(opponent) / 2
      if (score !== null) row.played++
    }
    return { ...row, total: own.length, struck: struck.has(player), left: left.has(player) }
  })
  const standing = rows.filter((row) => !row.left)
  const isTied = (a: SlowRow, b: SlowRow) =>
    a.points === b.points && a.sonnebornBerger === b.sonnebornBerger && a.wins === b.wins
  const isBetter = (a: SlowRow, b: SlowRow): boolean => {
    if (a.points !== b.points) return a.points > b.points
    if (a.sonnebornBerger !== b.sonnebornBerger) return a.sonnebornBerger > b.sonnebornBerger
    if (a.wins !== b.wins) return a.wins > b.wins
    const tied = standing.filter((row) => isTied(row, a)).map((row) => row.player)
    return pointsOf(a.player, tied) > pointsOf(b.player, tied)
  }
  for (const row of standing) row.place = 1 + standing.filter((other) => isBetter(other, row)).length
  return rows
}

/** Whether entry `a` is seeded before entry `b`. `entries` are in the order in which they were made. */
function isSeededBefore(entries: readonly SlowEntry[], a: SlowEntry, b: SlowEntry): boolean {
  if (a.rating !== null && b.rating === null) return true
  if (a.rating === null && b.rating !== null) return false
  if (a.rating !== b.rating) return a.rating! > b.rating!
  return entries.indexOf(a) < entries.indexOf(b)
}

const slowSeeds = (entries: readonly SlowEntry[]): SlowEntry[] =>
  [...entries].sort((a, b) => (isSeededBefore(entries, a, b) ? -1 : 1))

/** The players of a table who have not left, in an order without ties. */
export function slowOrder(rows: readonly SlowRow[], entries: readonly SlowEntry[]): SlowEntry[] {
  const order: SlowEntry[] = []
  for (let place = 1; place <= rows.length; place++) {
    const sharing = rows.filter((row) => row.place === place).map((row) => row.player)
    order.push(...slowSeeds(entries).filter(({ player }) => sharing.includes(player)))
  }
  return order
}

/** @returns the players of each group */
export function slowGroups(entries: readonly SlowEntry[], groupSize: number): number[][] {
  const n = entries.length
  const count = Math.max(1, Math.min(Math.ceil(n / groupSize), Math.floor(n / 3)))
  const groups: number[][] = Array.from({ length: count }, () => [])
  let group = 0
  let step = 1
  for (const { player } of slowSeeds(entries)) {
    groups[group]!.push(player)
    // at the end of a row the snake turns, and the same group gets the next player too
    if (group + step < 0 || group + step >= count) step = -step
    else group += step
  }
  return groups
}

export type SlowMove = 'up' | 'down' | null

/** Top 2 up, bottom 2 down. @param division from 0 */
export function slowMove(place: number, size: number, division: number, divisions: number): SlowMove {
  if (division > 0 && place <= 2) return 'up'
  if (division < divisions - 1 && place > size - 2) return 'down'
  return null
}

/** @param previous the players of each division of the season before, best first, and where each of them goes */
export function slowDivisions(
  previous: readonly ReadonlyMap<number, SlowMove>[],
  hasLeft: (player: number) => boolean,
  entries: readonly SlowEntry[],
): number[][] {
  const entered = new Set(entries.map(({ player }) => player))
  const lists = previous.map(() => ({
    stay: [] as number[],
    fell: [] as number[],
    rose: [] as number[],
    left: [] as number[],
  }))
  for (const [division, players] of previous.entries())
    for (const [player, move] of players) {
      if (!entered.has(player)) continue
      if (move === 'up') lists[division - 1]!.rose.push(player)
      if (move === 'down') lists[division + 1]!.fell.push(player)
      if (move === null) lists[division]![hasLeft(player) ? 'left' : 'stay'].push(player)
    }
  const order: number[] = []
  for (const { stay, fell, rose, left } of lists) {
    const half = Math.ceil(stay.length / 2)
    order.push(...stay.slice(0, half), ...fell, ...rose, ...stay.slice(half), ...left)
  }
  for (const { player } of slowSeeds(entries))
    if (!previous.some((players) => players.has(player))) order.push(player)
  const count = Math.ceil(order.length / 7)
  const divisions: number[][] = []
  for (let n = 0; n < count; n++) divisions.push(order.splice(0, Math.ceil(order.length / (count - n))))
  return divisions
}

/** The ladder after the challenger has won. */
export function slowLadderWin(ladder: readonly number[], challenger: number, challenged: number): number[] {
  const below = ladder.indexOf(challenger)
  const above = ladder.indexOf(challenged)
  if (below < 0 || above < 0 || below < above) return [...ladder]
  const after: number[] = []
  for (const player of ladder) {
    if (player === challenged) after.push(challenger)
    if (player !== challenger) after.push(player)
  }
  return after
}
