// Mirror images and counts of openings once more, straight from docs/api-guide.md: slow, obvious, and without the server's keys.

/** The points of a mill board in the order of a position text. */
const POINTS = [
  ...['a7', 'd7', 'g7', 'b6', 'd6', 'f6', 'c5', 'd5', 'e5', 'a4', 'b4', 'c4'],
  ...['e4', 'f4', 'g4', 'c3', 'd3', 'e3', 'b2', 'd2', 'f2', 'a1', 'd1', 'g1'],
]
const PLIES = 24

type Place = readonly [x: number, y: number]

const placeOf = (point: string): Place => [point.charCodeAt(0) - 'd'.charCodeAt(0), Number(point[1]) - 4]
const pointAt = ([x, y]: Place): string => `${String.fromCharCode('d'.charCodeAt(0) + x)}${y + 4}`

const turned = ([x, y]: Place): Place => [y, -x]
const mirrored = ([x, y]: Place): Place => [-x, y]
/** The outer square becomes the inner one. */
function insideOut([x, y]: Place): Place {
  const ring = Math.max(Math.abs(x), Math.abs(y))
  return [(x / ring) * (4 - ring), (y / ring) * (4 - ring)]
}

/** The stones of a mill board, moved in all sixteen ways. */
function millImages(rows: string): string[] {
  const stones = rows.replaceAll('/', '')
  const images: string[] = []
  for (let n = 0; n < 16; n++) {
    const image = new Map<string, string>()
    for (const [at, point] of POINTS.entries()) {
      let place = placeOf(point)
      for (let turn = 0; turn < n % 4; turn++) place = turned(place)
      if (n & 4) place = mirrored(place)
      if (n & 8) place = insideOut(place)
      image.set(pointAt(place), stones[at]!)
    }
    images.push(POINTS.map((point) => image.get(point)).join(''))
  }
  return images
}

/** A board of Halma and its image in the diagonal that joins the camps. */
function halmaImages(text: string): string[] {
  const rows = text.split('/')
  return [text, rows.map((_, y) => rows.map((row) => row[y]).join('')).join('/')]
}

/** What a position has in common with its mirror images, whatever the counters. */
export function slowKey(rules: string, position: string): string {
  const [stones, side, ...counters] = position.split(' ')
  const [images, hands] =
    rules === 'halma' ? [halmaImages(stones!), []] : [millImages(stones!), [counters[0], counters[1]]]
  return [rules, images.sort()[0], side, ...hands].join(' ')
}

export interface SlowCount {
  games: number
  white: number
  draws: number
  black: number
  /** Games by the key of the position after the move; '' where no move is counted. */
  next: Map<string, number>
}

export interface CountedGame {
  rules: string
  winner: 'white' | 'black' | null
  /** In the order of the plies. */
  positions: readonly string[]
}

/** How often each position was reached, and what followed. Of a position that occurs again the first time counts. */
export function slowCounts(games: readonly CountedGame[]): Map<string, SlowCount> {
  const counts = new Map<string, SlowCount>()
  for (const { rules, winner, positions } of games) {
    const keys = positions.slice(0, PLIES + 1).map((position) => slowKey(rules, position))
    for (const [ply, key] of keys.entries()) {
      if (keys.indexOf(key) < ply) continue
      const count = counts.get(key) ?? { games: 0, white: 0, draws: 0, black: 0, next: new Map() }
      counts.set(key, count)
      count.games++
      count[winner ?? 'draws']++
      const next = keys[ply + 1] ?? ''
      count.next.set(next, (count.next.get(next) ?? 0) + 1)
    }
  }
  return counts
}
