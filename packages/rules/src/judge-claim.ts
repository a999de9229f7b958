import { areWellFormed, type Claim, type Evidence, type Finding, numbersOf } from './claims.ts'
import { QUIET_LIMIT } from './draws.ts'
import { decodePosition, playText, samePositionKey } from './game.ts'
import type { Position } from './notation.ts'
import type { DecodedPosition } from './rule-engine.ts'
import type { RuleSet } from './rule-set.ts'
import { SIDES } from './side.ts'

/**
 * Whether a claim holds and where it does not (docs/rules.md, a claim), allowed or not: by the game's positions alone.
 * Never throws for what a claim contains.
 */
export function judgeClaim(rules: RuleSet, claim: Claim, positions: readonly Position[]): Evidence {
  if (!areWellFormed(claim)) return { holds: false, findings: [] }
  const findings: Finding[] = []
  const intended = claim.intendedMove ? playText(rules, positions, claim.intendedMove) : null
  const endsGame = intended?.ok === true && intended.value.outcome !== null
  if (endsGame) findings.push({ code: 'intended-move-ends-game', params: { move: claim.intendedMove! } })
  const known = intended?.ok ? [...positions, intended.value.position] : positions
  const allKnown = numbersOf(claim).every((number) => number < known.length)
  const holds =
    claim.ground === 'repetition'
      ? repeats(rules, claim.positions, known, findings)
      : isQuiet(rules, claim.plies, known, findings)
  return { holds: holds && allKnown && !endsGame, findings }
}

function repeats(
  rules: RuleSet,
  numbers: readonly number[],
  known: readonly Position[],
  findings: Finding[],
): boolean {
  const numbered = numbers.filter((number) => number < known.length)
  const key = (number: number) => samePositionKey(rules, known[number]!)
  const equal = numbered.filter((number) =>
    numbered.some((other) => other !== number && key(other) === key(number)),
  )
  if (equal.length > 0) findings.push({ code: 'positions-same', params: { positions: equal } })
  for (const [index, number] of numbered.slice(1).entries()) {
    const pair = [numbered[index]!, number]
    const [one, other] = pair.map((n) => decodePosition(rules, known[n]!)) as [
      DecodedPosition,
      DecodedPosition,
    ]
    const points = rules.board.points.map(({ name }) => name)
    const changed = points.filter((name) => one.stones[name] !== other.stones[name])
    if (changed.length > 0)
      findings.push({ code: 'positions-differ', params: { positions: pair, points: changed } })
    if (one.side !== other.side) findings.push({ code: 'side-differs', params: { positions: pair } })
    if (SIDES.some((side) => one.hands?.[side] !== other.hands?.[side]))
      findings.push({ code: 'hands-differ', params: { positions: pair } })
  }
  return equal.length === numbers.length
}

function isQuiet(
  rules: RuleSet,
  [first, last]: readonly number[],
  known: readonly Position[],
  findings: Finding[],
): boolean {
  const plies = last! - first! + 1
  if (plies < QUIET_LIMIT) findings.push({ code: 'stretch-too-short', params: { plies } })
  for (let ply = first!; ply <= Math.min(last!, known.length - 1); ply++) {
    if (decodePosition(rules, known[ply]!).quiet === 0)
      findings.push({ code: 'stretch-broken', params: { ply } })
  }
  return rules.draws.quiet !== null && findings.every(({ code }) => !code.startsWith('stretch-'))
}
