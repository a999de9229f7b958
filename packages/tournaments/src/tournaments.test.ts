import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  advancing,
  bergerTable,
  canChallenge,
  challengeReach,
  divide,
  groupCount,
  groupSizes,
  isStruckOnLeaving,
  nextDivisions,
  pairings,
  ranking,
  type Score,
  type ScoredGame,
  type Seed,
  seedOrder,
  snakeGroups,
  standings,
} from './index.ts'

const range = (length: number, from = 1): number[] => Array.from({ length }, (_, n) => n + from)
const unrated = (length: number): Seed[] => range(length).map((id) => ({ id, rating: null, entry: id }))

const score = fc.constantFrom<Score>(0, 0.5, 1)
const seeds = (min: number, max: number) =>
  fc
    .array(fc.option(fc.integer({ min: 400, max: 420 }), { freq: 4 }), { minLength: min, maxLength: max })
    .map((ratings) => ratings.map((rating, n): Seed => ({ id: n + 1, rating, entry: n + 1 })))

/** A group of players, all its games, some finished. */
const group = fc
  .record({
    size: fc.integer({ min: 2, max: 9 }),
    gamesPerPair: fc.constantFrom<1 | 2>(1, 2),
    scores: fc.array(fc.option(score, { freq: 5 }), { minLength: 72, maxLength: 72 }),
  })
  .map(({ size, gamesPerPair, scores }) => {
    const players = range(size)
    const games = pairings(players, gamesPerPair).map(
      (pairing, n): ScoredGame => ({ ...pairing, score: scores[n] ?? null }),
    )
    return { players, games, gamesPerPair }
  })

describe('groups', () => {
  it('have three players or more, and at most two more than the group size', () => {
    for (const groupSize of range(10, 3))
      for (const entrants of range(150, 3)) {
        const sizes = groupSizes(entrants, groupCount(entrants, groupSize))
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(entrants)
        expect(Math.min(...sizes)).toBeGreaterThanOrEqual(3)
        expect(Math.max(...sizes)).toBeLessThanOrEqual(groupSize + 2)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }
  })

  it('are filled in snake order by rating, unrated players last, then by entry', () => {
    const entrants: Seed<string>[] = [
      { id: 'unrated, first', rating: null, entry: 1 },
      { id: '1500, late', rating: 1500, entry: 3 },
      { id: '1500, early', rating: 1500, entry: 2 },
      { id: '1700', rating: 1700, entry: 4 },
      { id: 'unrated, last', rating: null, entry: 6 },
      { id: '1400', rating: 1400, entry: 5 },
    ]
    expect(snakeGroups(entrants, 3).map((each) => each.map(({ id }) => id))).toEqual([
      ['1700', '1400', 'unrated, first'],
      ['1500, early', '1500, late', 'unrated, last'],
    ])
  })

  it('hold every entrant once, in sizes that differ by at most one', () => {
    fc.assert(
      fc.property(seeds(1, 60), fc.integer({ min: 3, max: 12 }), (entrants, groupSize) => {
        const groups = snakeGroups(entrants, groupSize)
        expect(seedOrder(groups.flat())).toEqual(seedOrder(entrants))
        const sizes = groups.map((each) => each.length)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('become fewer with each stage until one is left', () => {
    for (const groupSize of range(10, 3))
      for (const advance of range(Math.floor(groupSize / 2)))
        for (const entrants of range(150, 3)) {
          let groups = groupCount(entrants, groupSize)
          while (groups > 1) {
            const next = groupCount(groups * advance, groupSize)
            expect(next).toBeLessThan(groups)
            groups = next
          }
        }
  })
})

describe('pairings', () => {
  it('are those of the printed Berger tables', () => {
    const printed = (players: number) =>
      bergerTable(players).map((round) => round.map(({ white, black }) => `${white}-${black}`).join(' '))
    expect(printed(4)).toEqual(['1-4 2-3', '4-3 1-2', '2-4 3-1'])
    expect(printed(6)).toEqual(['1-6 2-5 3-4', '6-4 5-3 1-2', '2-6 3-1 4-5', '6-5 1-4 2-3', '3-6 4-2 5-1'])
    expect(printed(3)).toEqual(['2-3', '1-2', '3-1'])
  })

  it('let everybody meet everybody, with colours that differ by at most one', () => {
    for (const players of range(14, 2)) {
      for (const round of bergerTable(players)) {
        const busy = round.flatMap(({ white, black }) => [white, black])
        expect(new Set(busy).size).toBe(busy.length)
      }
      for (const gamesPerPair of [1, 2] as const) {
        const games = pairings(range(players), gamesPerPair)
        for (const one of range(players)) {
          const white = games.filter((game) => game.white === one)
          const black = games.filter((game) => game.black === one)
          expect(Math.abs(white.length - black.length)).toBeLessThanOrEqual(gamesPerPair === 1 ? 1 : 0)
          for (const other of range(players).filter((player) => player !== one)) {
            const asWhite = white.filter((game) => game.black === other).length
            const asBlack = black.filter((game) => game.white === other).length
            expect(asWhite + asBlack).toBe(gamesPerPair)
            expect(asWhite).toBeLessThanOrEqual(1)
          }
        }
      }
    }
  })
})

describe('standings', () => {
  it('give as many points as there are finished games', () => {
    fc.assert(
      fc.property(group, ({ players, games }) => {
        const table = standings(players, games)
        const sum = (of: (row: (typeof table)[number]) => number) =>
          table.reduce((total, row) => total + of(row), 0)
        const finished = games.filter((game) => game.score !== null).length
        expect(sum((row) => row.points)).toBe(finished)
        expect(sum((row) => row.played)).toBe(2 * finished)
        expect(sum((row) => row.total)).toBe(2 * games.length)
      }),
    )
  })

  it('do not depend on the order of players and results', () => {
    fc.assert(
      fc.property(
        group.chain(({ players, games }) =>
          fc.record({
            players: fc.constant(players),
            games: fc.constant(games),
            shuffledPlayers: fc.shuffledSubarray(players, { minLength: players.length }),
            shuffledGames: fc.shuffledSubarray(games, { minLength: games.length }),
          }),
        ),
        ({ players, games, shuffledPlayers, shuffledGames }) => {
          const byPlayer = (table: ReturnType<typeof standings<number>>) =>
            table.toSorted((a, b) => a.player - b.player)
          expect(byPlayer(standings(shuffledPlayers, shuffledGames))).toEqual(
            byPlayer(standings(players, games)),
          )
        },
      ),
    )
  })

  it('of the others after a strike are as if that player had never entered', () => {
    fc.assert(
      fc.property(group, fc.nat(), ({ players, games }, n) => {
        const struck = players[n % players.length] as number
        const table = standings(players, games, new Set([struck]))
        expect(table.slice(0, -1)).toEqual(
          standings(
            players.filter((player) => player !== struck),
            games.filter(({ white, black }) => white !== struck && black !== struck),
          ),
        )
        expect(table.at(-1)).toEqual({
          player: struck,
          place: null,
          points: 0,
          sonnebornBerger: 0,
          wins: 0,
          played: 0,
          total: 0,
          struck: true,
          left: true,
        })
      }),
    )
  })

  it('give a player who has left no place, though the results count', () => {
    fc.assert(
      fc.property(group, fc.nat(), ({ players, games }, n) => {
        const gone = players[n % players.length] as number
        const table = standings(players, games, new Set(), new Set([gone]))
        const before = standings(players, games)
        expect(table.at(-1)).toEqual({
          ...before.find(({ player }) => player === gone),
          place: null,
          left: true,
        })
        expect(table[0]!.place).toBe(1)
        const values = (rows: typeof table) =>
          rows
            .filter(({ player }) => player !== gone)
            .map(({ player, points }) => [player, points])
            .sort()
        expect(values(table)).toEqual(values(before))
      }),
    )
  })

  it('number places by those who are better', () => {
    fc.assert(
      fc.property(group, ({ players, games }) => {
        const places = standings(players, games).map((row) => row.place as number)
        expect(places[0]).toBe(1)
        for (const [index, place] of places.entries())
          if (index > 0) expect([places[index - 1], index + 1]).toContain(place)
      }),
    )
  })

  const table = (players: string[], results: [string, string, Score][]) =>
    standings(
      players,
      results.map(([white, black, result]) => ({ white, black, score: result })),
    )
  const places = (rows: ReturnType<typeof table>) => rows.map((row) => `${row.place} ${row.player}`)

  it('decide equal points by Sonneborn-Berger', () => {
    // a and b have 2 points; a beat the better opponents
    const rows = table(
      ['a', 'b', 'c', 'd'],
      [
        ['a', 'b', 1],
        ['a', 'c', 1],
        ['a', 'd', 0],
        ['b', 'c', 1],
        ['b', 'd', 1],
        ['c', 'd', 0.5],
      ],
    )
    expect(rows.map(({ player, points, sonnebornBerger }) => [player, points, sonnebornBerger])).toEqual([
      ['a', 2, 2.5],
      ['b', 2, 2],
      ['d', 1.5, 2.25],
      ['c', 0.5, 0.75],
    ])
  })

  it('decide equal Sonneborn-Berger scores by wins, and share places otherwise', () => {
    const rows = table(
      ['a', 'b', 'c', 'd', 'e', 'f'],
      [
        ['a', 'c', 1],
        ['c', 'f', 1],
        ['b', 'd', 0.5],
        ['e', 'b', 0.5],
        ['d', 'e', 0.5],
      ],
    )
    // all but f have one point, all but c and f a Sonneborn-Berger score of 1
    expect(places(rows)).toEqual(['1 a', '2 b', '2 d', '2 e', '5 c', '6 f'])
  })

  it('decide equal wins by the games among those still tied', () => {
    const rows = table(
      ['x', 'y', 'z', 'v', 'w'],
      [
        ['y', 'x', 1],
        ['x', 'z', 1],
        ['v', 'w', 1],
        ['z', 'w', 1],
      ],
    )
    // x and y have a win against a player with one point; y won their game
    expect(places(rows).slice(0, 2)).toEqual(['1 y', '2 x'])
  })

  it('are ranked without ties by the higher rating at the start, then by the earlier entry', () => {
    const players: Seed[] = [
      { id: 1, rating: null, entry: 1 },
      { id: 2, rating: 1500, entry: 3 },
      { id: 3, rating: 1500, entry: 2 },
      { id: 4, rating: 1600, entry: 4 },
    ]
    const tied = standings([1, 2, 3, 4], [])
    expect(tied.map((row) => row.place)).toEqual([1, 1, 1, 1])
    expect(ranking(tied, players).map(({ id }) => id)).toEqual([4, 3, 2, 1])
    const without4 = standings([1, 2, 3, 4], [], new Set(), new Set([4]))
    expect(advancing(without4, players, 2).map(({ id }) => id)).toEqual([3, 2])
  })
})

describe('leaving', () => {
  it('strikes the games with fewer than half of them finished', () => {
    expect(isStruckOnLeaving(2, 6)).toBe(true)
    expect(isStruckOnLeaving(3, 6)).toBe(false)
    expect(isStruckOnLeaving(2, 5)).toBe(true)
    expect(isStruckOnLeaving(3, 5)).toBe(false)
  })
})

describe('a league', () => {
  it('has divisions of at most seven, whose sizes differ by at most one', () => {
    for (const entrants of range(100, 4)) {
      const sizes = divide(range(entrants)).map((division) => division.length)
      expect(sizes).toHaveLength(Math.ceil(entrants / 7))
      expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
    }
  })

  it('places everybody by rating in its first season', () => {
    fc.assert(
      fc.property(seeds(4, 40), (entrants) => {
        expect(nextDivisions([], entrants).flat()).toEqual(seedOrder(entrants))
      }),
    )
  })

  it('moves two up and two down if everybody stays', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 80 }), (players) => {
        const before = divide(range(players))
        const after = nextDivisions(before, unrated(players)).map((division) => division.map(({ id }) => id))
        for (const [index, division] of before.entries())
          for (const [place, id] of division.entries()) {
            const up = place < 2 && index > 0
            const down = place >= division.length - 2 && index < before.length - 1
            expect(after.findIndex((each) => each.includes(id))).toBe(index - Number(up) + Number(down))
          }
      }),
    )
  })

  it('promotes nobody who left and comes back, however few stayed', () => {
    const before = divide(range(14))
    const best = (left: readonly number[]) =>
      nextDivisions(before, unrated(14), new Set(left))[0]!.map(({ id }) => id)
    expect(best([]).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 8, 9])
    // only the winner of the second division stayed: the best of those who would go down keeps the place
    expect(best(range(6, 9)).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 8])
  })

  it('starts newcomers below everybody who stays, and loses nobody', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 4, max: 40 }),
        fc.integer({ min: 0, max: 20 }),
        fc.nat(),
        (players, newcomers, leaver) => {
          const gone = (leaver % players) + 1
          const entrants = unrated(players + newcomers).filter(({ id }) => id !== gone)
          const after = nextDivisions(divide(range(players)), entrants)
          const order = after.flat().map(({ id }) => id)
          expect(order.toSorted((a, b) => a - b)).toEqual(entrants.map(({ id }) => id))
          expect(order.slice(players - 1)).toEqual(range(newcomers, players + 1))
        },
      ),
    )
  })
})

describe('a ladder', () => {
  it('allows challenges up to three places above, or a tenth of its length', () => {
    expect(challengeReach(5)).toBe(3)
    expect(challengeReach(30)).toBe(3)
    expect(challengeReach(31)).toBe(4)
    expect(canChallenge(5, 2, 10)).toBe(true)
    expect(canChallenge(6, 2, 10)).toBe(false)
    expect(canChallenge(2, 3, 10)).toBe(false)
    expect(canChallenge(2, 2, 10)).toBe(false)
  })
})
