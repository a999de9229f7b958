import { itemAt } from '@tegenzet/common'
import {
  areWellFormed,
  type ClaimFacts,
  type Evidence,
  type Finding,
  numbersOf,
  type ProvenValue,
} from './claims.ts'
import { QUIET_LIMIT } from './draws.ts'
import { decodePosition, playText, samePositionKey } from './game.ts'
import type { Position } from './notation.ts'
import type { RuleSet } from './rule-set.ts'
import { SIDES } from './side.ts'

/**
 * Whether a claim holds and where it does not (docs/rules.md, a claim), allowed or not: by the game's positions alone, a
 * proven draw by its value in the endgame tables. Never throws for what a claim contains.
 */
export function judgeClaim(
  rules: RuleSet,
  claim: ClaimFacts,
  positions: readonly Position[],
  value: ProvenValue = null,
): Evidence {
  if (!areWellFormed(claim)) return { holds: false, findings: [] }
  if (claim.ground === 'proven-draw') return isProved(value)
  const findings: Finding[] = []
  const intended = claim.intendedMove ? playText(rules, positions, claim.intendedMove) : null
  const played = intended?.ok ? intended.value : null
  const endsGame = played !== null && played.outcome !== null
  if (endsGame) findings.push({ code: 'intended-move-ends-game', params: { move: played.move } })
  const known = played ? [...positions, played.position] : positions
  const allKnown = numbersOf(claim).every((number) => number < known.length)
  const holds =
    claim.ground === 'repetition'
      ? repeats(rules, claim.positions, known, findings)
      : isQuiet(rules, claim.plies, known, findings)
  return { holds: holds && allKnown && !endsGame, findings }
}

/** Does not say who wins. */
const isProved = (value: ProvenValue): Evidence => ({
  holds: value === 'draw',
  findings: value === 'win' || value === 'loss' ? [{ code: 'not-drawn', params: {} }] : [],
})

function repeats(
  rules: RuleSet,
  numbers: readonly number[],
  known: readonly Position[],
  findings: Finding[],
): boolean {
  const numbered = numbers.filter((number) => number < known.length)
  const key = (number: number) => samePositionKey(rules, itemAt(known, number))
  const equal = numbered.filter((number) =>
    numbered.some((other) => other !== number && key(other) === key(number)),
  )
  if (equal.length > 0) findings.push({ code: 'positions-same', params: { positions: equal } })
  const [first, ...others] = numbered
  let before = first
  for (const number of others) {
    if (before !== undefined) findings.push(...differences(rules, [before, number], known))
    before = number
  }
  return equal.length === numbers.length
}

/** In what two positions of a game differ. */
function differences(rules: RuleSet, pair: [number, number], known: readonly Position[]): Finding[] {
  const one = decodePosition(rules, itemAt(known, pair[0]))
  const other = decodePosition(rules, itemAt(known, pair[1]))
  const findings: Finding[] = []
  const points = rules.board.points.map(({ name }) => name)
  const changed = points.filter((name) => one.stones[name] !== other.stones[name])
  if (changed.length > 0)
    findings.push({ code: 'positions-differ', params: { positions: pair, points: changed } })
  if (one.side !== other.side) findings.push({ code: 'side-differs', params: { positions: pair } })
  if (SIDES.some((side) => one.hands?.[side] !== other.hands?.[side]))
    findings.push({ code: 'hands-differ', params: { positions: pair } })
  return findings
}

function isQuiet(
  rules: RuleSet,
  numbers: readonly number[],
  known: readonly Position[],
  findings: Finding[],
): boolean {
  const [first, last] = [itemAt(numbers, 0), itemAt(numbers, 1)]
  const plies = last - first + 1
  if (plies < QUIET_LIMIT) findings.push({ code: 'stretch-too-short', params: { plies } })
  for (const [n, position] of known.slice(first, last + 1).entries()) {
    if (decodePosition(rules, position).quiet === 0)
      findings.push({ code: 'stretch-broken', params: { ply: first + n } })
  }
  return rules.draws.quiet !== null && findings.every(({ code }) => !code.startsWith('stretch-'))
}
