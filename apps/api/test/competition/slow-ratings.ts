/** Glicko-2 once more, straight from docs/competition.md, with the volatility found by bisection. */

interface SlowRating {
  rating: number
  deviation: number
  volatility: number
  /** When the last rated game ended, in milliseconds. */
  lastAt: number | null
}

const SCALE = 173.7178
const TAU = 0.75
const START: SlowRating = { rating: 1500, deviation: 500, volatility: 0.09, lastAt: null }

/** Rates games in turn. @returns the ratings by player */
export function slowRatings(
  games: readonly { white: number; black: number; whiteScore: number; endedAt: number }[],
): Map<number, SlowRating> {
  const ratings = new Map<number, SlowRating>()
  for (const { white, black, whiteScore, endedAt } of games) {
    const [w, b] = [ratings.get(white) ?? START, ratings.get(black) ?? START]
    ratings.set(white, afterGame(w, b, whiteScore, endedAt))
    ratings.set(black, afterGame(b, w, 1 - whiteScore, endedAt))
  }
  return ratings
}

function afterGame(own: SlowRating, other: SlowRating, score: number, endedAt: number): SlowRating {
  const phi = grown(own, endedAt)
  const otherPhi = grown(other, endedAt)
  const g = 1 / Math.sqrt(1 + (3 * otherPhi * otherPhi) / (Math.PI * Math.PI))
  const mu = (own.rating - 1500) / SCALE
  const expected = 1 / (1 + Math.exp(-g * (mu - (other.rating - 1500) / SCALE)))
  const v = 1 / (g * g * expected * (1 - expected))
  const delta = v * g * (score - expected)
  const sigma = bisect((x) => {
    const e = Math.exp(x)
    return (
      (e * (delta ** 2 - phi ** 2 - v - e)) / (2 * (phi ** 2 + v + e) ** 2) -
      (x - Math.log(own.volatility ** 2)) / TAU ** 2
    )
  })
  const newPhi = 1 / Math.sqrt(1 / phi ** 2 + 1 / v)
  const newMu = mu + newPhi ** 2 * g * (score - expected)
  return {
    rating: Math.max(400, newMu * SCALE + 1500),
    deviation: Math.min(500, Math.max(45, newPhi * SCALE)),
    volatility: Math.min(0.1, sigma),
    lastAt: endedAt,
  }
}

function grown({ deviation, volatility, lastAt }: SlowRating, at: number): number {
  const periods = lastAt === null ? 0 : Math.max(0, ((at - lastAt) / 86_400_000) * 0.21436)
  return Math.min(500 / SCALE, Math.sqrt((deviation / SCALE) ** 2 + periods * volatility ** 2))
}

/** The volatility where a falling function of the logarithm of its square is zero. */
function bisect(f: (x: number) => number): number {
  let [low, high] = [-40, 10]
  for (let n = 0; n < 100; n++) {
    const middle = (low + high) / 2
    if (f(middle) > 0) low = middle
    else high = middle
  }
  return Math.exp(low / 2)
}
