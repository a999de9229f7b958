import {
  type Basis,
  type Move,
  numbersOf,
  type Position,
  type PositionKey,
  playTurn,
  QUIET_LIMIT,
  quietPlies,
  REPETITION,
  type RuleSet,
  samePositionKey,
} from '@tegenzet/rules'

/** A possible basis for a claim or an offer. With an intended move, the last number is that of the position after it. */
export type Proposal = Basis & { intendedMove: Move | null }

/** Whether a claim of it is lost by playing on. A proven draw can be claimed a move later as well. */
export const lapses = ({ ground }: Basis): boolean => ground !== 'proven-draw'

/**
 * Finds everything in a game that justifies a draw claim (docs/rules.md, draws). If claims are made before moving, this
 * is only what ends with the last position.
 * @param moves moves that may also be intended moves of a claim
 * @returns the latest first, then those with an intended move
 */
export function proposeClaims(
  rules: RuleSet,
  positions: readonly Position[],
  moves: readonly Move[],
): Proposal[] {
  const { policy, earliestPly, repetition, quiet } = rules.draws
  const ply = positions.length - 1
  // Without this, every move would be tried in games that cannot be drawn by claim.
  if (policy === null || ply + 1 < earliestPly) return []
  const found: Proposal[] = []
  const numbers = numbersByKey(rules, positions)
  const inGame = [
    ...(repetition === 'claimed' ? repeated(numbers) : []),
    ...(quiet === 'claimed' ? quietStretches(rules, positions) : []),
  ]
  for (const basis of inGame)
    if (policy === 'after-declined-offer' || lastOf(basis) === ply)
      found.push({ ...basis, intendedMove: null })

  let quietWithMove = quiet !== 'claimed' || found.some(({ ground }) => ground === 'quiet-moves')
  for (const move of moves) {
    const turn = playTurn(rules, positions[ply] as Position, move)
    if (!turn.ok || turn.value.outcome) continue
    const { position, quiet: count } = turn.value
    const repeats = [...(numbers.get(samePositionKey(rules, position)) ?? []), ply + 1]
    if (repetition === 'claimed' && repeats.length >= REPETITION)
      found.push({ ground: 'repetition', positions: repeats.slice(-REPETITION), intendedMove: move })
    // Any quiet move does; one proposal is enough.
    if (!quietWithMove && count !== null && count >= QUIET_LIMIT) {
      found.push({ ground: 'quiet-moves', plies: [ply + 2 - count, ply + 1], intendedMove: move })
      quietWithMove = true
    }
  }
  return found.filter((proposal) => lastOf(proposal) >= earliestPly)
}

const lastOf = (basis: Basis): number => numbersOf(basis).at(-1) ?? 0

/** The numbers of the positions that are equal. */
function numbersByKey(rules: RuleSet, positions: readonly Position[]): Map<PositionKey, number[]> {
  const numbers = new Map<PositionKey, number[]>()
  for (const [number, position] of positions.entries()) {
    const key = samePositionKey(rules, position)
    const known = numbers.get(key)
    if (known) known.push(number)
    else numbers.set(key, [number])
  }
  return numbers
}

/** The last occurrences of every position that occurred often enough, the latest first. */
const repeated = (occurrences: ReadonlyMap<PositionKey, number[]>): Basis[] =>
  [...occurrences.values()]
    .filter((numbers) => numbers.length >= REPETITION)
    .map((numbers): Basis => ({ ground: 'repetition', positions: numbers.slice(-REPETITION) }))
    .sort((a, b) => lastOf(b) - lastOf(a))

/** Every stretch of quiet moves that is long enough, the latest first. */
function quietStretches(rules: RuleSet, positions: readonly Position[]): Basis[] {
  const counts = positions.map((position) => quietPlies(rules, position) ?? 0)
  return counts
    .flatMap((count, ply): Basis[] =>
      count >= QUIET_LIMIT && (counts[ply + 1] ?? 0) === 0
        ? [{ ground: 'quiet-moves', plies: [ply - count + 1, ply] }]
        : [],
    )
    .reverse()
}
