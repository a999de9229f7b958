const EPSILON = 1e-6

/** What the games say, on the Glicko-2 scale. */
interface Evidence {
  /** The player's deviation. */
  phi: number
  /** Estimated variance of the rating by the results alone. */
  variance: number
  /** Estimated improvement by the results alone. */
  delta: number
}

/** Step 5 of Glickman's paper: finds the volatility by the Illinois method, a regula falsi that halves a stuck end. */
export function newVolatility(sigma: number, { phi, variance, delta }: Evidence, tau: number): number {
  const a = Math.log(sigma ** 2)
  const base = phi ** 2 + variance
  const f = (x: number): number => {
    const total = base + Math.exp(x)
    return (Math.exp(x) * (delta ** 2 - total)) / (2 * total ** 2) - (x - a) / tau ** 2
  }
  let A = a
  let B = delta ** 2 > base ? Math.log(delta ** 2 - base) : lowerEnd(f, a, tau)
  let fA = f(A)
  let fB = f(B)
  while (Math.abs(B - A) > EPSILON) {
    const C = A + ((A - B) * fA) / (fB - fA)
    const fC = f(C)
    if (fC * fB <= 0) {
      A = B
      fA = fB
    } else fA /= 2
    B = C
    fB = fC
  }
  return Math.exp(A / 2)
}

/** The first a − kτ where f is not negative. */
function lowerEnd(f: (x: number) => number, a: number, tau: number): number {
  let k = 1
  while (f(a - k * tau) < 0) k++
  return a - k * tau
}
