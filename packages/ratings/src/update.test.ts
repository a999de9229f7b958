import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  expectation,
  grow,
  isProvisional,
  NEW_PLAYER,
  type Rating,
  rateGame,
  type Score,
  update,
} from './index.ts'

const PERIOD_MS = 86_400_000 / 0.21436
const DAY_MS = 86_400_000

describe('Glickman’s worked example', () => {
  const player = grow({ rating: 1500, deviation: 200, volatility: 0.06 }, PERIOD_MS)
  const results = (
    [
      [1400, 30, 1],
      [1550, 100, 0],
      [1700, 300, 0],
    ] as const
  ).map(([rating, deviation, score]) => ({
    opponent: grow({ rating, deviation, volatility: 0.06 }, 0),
    score,
  }))

  test('three games with τ = 0.5 give the printed rating, deviation and volatility', () => {
    const after = update(player, results, 0.5)
    // the paper rounds μ′ and φ′ to four digits before it converts them, and cuts σ′ off
    const mu = ((after.rating - 1500) / 173.7178).toFixed(4)
    const phi = (after.deviation / 173.7178).toFixed(4)
    expect([mu, phi]).toEqual(['-0.2069', '0.8722'])
    expect((173.7178 * Number(mu) + 1500).toFixed(2)).toBe('1464.06')
    expect((173.7178 * Number(phi)).toFixed(2)).toBe('151.52')
    expect(after.volatility.toFixed(7).slice(0, 7)).toBe('0.05999')
  })

  test('the expectations are the printed ones', () => {
    expect(results.map(({ opponent }) => expectation(player, opponent).toFixed(3))).toEqual([
      '0.639',
      '0.432',
      '0.303',
    ])
  })
})

describe('elapsed time', () => {
  test('raises the deviation by the days since the last game', () => {
    const before = { rating: 1612, deviation: 80, volatility: 0.09 }
    const phi = Math.sqrt((80 / 173.7178) ** 2 + 30 * 0.21436 * 0.09 ** 2)
    expect(grow(before, 30 * DAY_MS).deviation).toBeCloseTo(phi * 173.7178, 10)
  })

  test('raises it to 500 at most, and never lowers it', () => {
    expect(grow({ rating: 1500, deviation: 490, volatility: 0.1 }, 5000 * DAY_MS).deviation).toBe(500)
    expect(grow({ rating: 1500, deviation: 80, volatility: 0.1 }, -DAY_MS).deviation).toBe(80)
  })
})

const rating: fc.Arbitrary<Rating> = fc.record({
  rating: fc.double({ min: 400, max: 3000, noNaN: true }),
  deviation: fc.double({ min: 45, max: 500, noNaN: true }),
  volatility: fc.double({ min: 0.01, max: 0.1, noNaN: true }),
})
const atGame = fc
  .tuple(rating, fc.integer({ min: 0, max: 4000 * DAY_MS }))
  .map(([before, ms]) => grow(before, ms))
const score = fc.constantFrom<Score>(0, 0.5, 1)
const game = fc.record({ opponent: atGame, score })

describe('for any players', () => {
  test('every value stays within its limits', () => {
    fc.assert(
      fc.property(atGame, fc.array(game, { maxLength: 20 }), (player, games) => {
        const { rating, deviation, volatility } = update(player, games)
        expect(rating).toBeGreaterThanOrEqual(400)
        expect(deviation).toBeGreaterThanOrEqual(45)
        expect(deviation).toBeLessThanOrEqual(500)
        expect(volatility).toBeGreaterThan(0)
        expect(volatility).toBeLessThanOrEqual(0.1)
      }),
    )
  })

  test('a win raises the rating, a loss lowers it, and a draw is between', () => {
    fc.assert(
      fc.property(atGame, atGame, (player, opponent) => {
        const [loss, draw, win] = ([0, 0.5, 1] as const).map(
          (score) => update(player, [{ opponent, score }]).rating,
        )
        expect(win).toBeGreaterThanOrEqual(player.rating)
        expect(loss).toBeLessThanOrEqual(player.rating)
        expect(win).toBeGreaterThanOrEqual(draw!)
        expect(draw).toBeGreaterThanOrEqual(loss!)
      }),
    )
  })

  test('games make a rating more certain', () => {
    fc.assert(
      fc.property(atGame, fc.array(game, { minLength: 1, maxLength: 20 }), (player, games) => {
        const { deviation } = update(player, games)
        expect(deviation).toBeLessThanOrEqual(Math.max(45, player.deviation))
      }),
    )
  })

  test('the expectations of two equally certain players add up to 1', () => {
    fc.assert(
      fc.property(rating, rating, (a, b) => {
        const sameDeviation = { ...b, deviation: a.deviation }
        expect(expectation(a, sameDeviation) + expectation(sameDeviation, a)).toBeCloseTo(1, 12)
      }),
    )
  })

  test('the colours do not matter', () => {
    fc.assert(
      fc.property(atGame, atGame, score, (a, b, score) => {
        const { white, black } = rateGame(a, b, score)
        expect(rateGame(b, a, (1 - score) as Score)).toEqual({ white: black, black: white })
      }),
    )
  })

  test('equal players move apart by the same amount', () => {
    fc.assert(
      fc.property(atGame, (player) => {
        fc.pre(player.rating > 1000)
        const { white, black } = rateGame(player, player, 1)
        expect(white.rating - player.rating).toBeCloseTo(player.rating - black.rating, 8)
        expect(white.volatility).toBeCloseTo(black.volatility, 12)
      }),
    )
  })

  test('the order of several games in one update does not matter', () => {
    fc.assert(
      fc.property(atGame, fc.array(game, { minLength: 2, maxLength: 8 }), (player, games) => {
        const [one, other] = [update(player, games), update(player, games.toReversed())]
        expect(one.rating).toBeCloseTo(other.rating, 8)
        expect(one.deviation).toBeCloseTo(other.deviation, 8)
        expect(one.volatility).toBeCloseTo(other.volatility, 6)
      }),
    )
  })

  test('waiting twice is waiting once as long', () => {
    const days = fc.integer({ min: 0, max: 1000 * DAY_MS })
    fc.assert(
      fc.property(rating, days, days, (before, a, b) => {
        expect(grow(grow(before, a), b).deviation).toBeCloseTo(grow(before, a + b).deviation, 8)
      }),
    )
  })

  test('the new volatility is where Glickman’s function changes its sign', () => {
    fc.assert(
      fc.property(atGame, game, fc.constantFrom(0.3, 0.5, 0.75, 1.2), (player, { opponent, score }, tau) => {
        const { volatility } = update(player, [{ opponent, score }], tau)
        fc.pre(volatility < 0.1)
        const phi = player.deviation / 173.7178
        const g = 1 / Math.sqrt(1 + (3 * (opponent.deviation / 173.7178) ** 2) / Math.PI ** 2)
        const expected = expectation(player, opponent)
        const v = 1 / (g ** 2 * expected * (1 - expected))
        const delta = v * g * (score - expected)
        const f = (x: number) =>
          (Math.exp(x) * (delta ** 2 - phi ** 2 - v - Math.exp(x))) /
            (2 * (phi ** 2 + v + Math.exp(x)) ** 2) -
          (x - Math.log(player.volatility ** 2)) / tau ** 2
        const x = Math.log(volatility ** 2)
        // f falls, so it is positive before the zero and negative after it
        expect(f(x - 2e-6)).toBeGreaterThan(0)
        expect(f(x + 2e-6)).toBeLessThan(0)
      }),
    )
  })
})

test('a new player is provisional, and after about ten games no longer', () => {
  let player: Rating = NEW_PLAYER
  const games: boolean[] = []
  for (let n = 0; n < 20; n++) {
    games.push(isProvisional(player))
    const opponent = grow({ rating: 1500, deviation: 60, volatility: 0.08 }, 0)
    player = update(grow(player, n === 0 ? 0 : DAY_MS), [{ opponent, score: n % 2 === 0 ? 1 : 0 }])
  }
  expect(games.indexOf(false)).toBeGreaterThan(5)
  expect(games.indexOf(false)).toBeLessThan(15)
})
