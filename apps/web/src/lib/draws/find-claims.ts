import {
  type Basis,
  decodePosition,
  type Evidence,
  type Move,
  type Position,
  play,
  QUIET_LIMIT,
  REPETITION,
  type RuleSet,
  samePositionKey,
} from '@tegenzet/rules'

/** What a draw may be claimed or offered on; with an intended move the last number is that of the position it makes. */
export type Proposal = Basis & { intendedMove: Move | null }

/**
 * What the positions of a game offer for a claim that holds (docs/rules.md, draws): where claims are made before moving
 * only what ends with the position on the board, else whatever stands anywhere in the game; and what one of `moves`
 * would bring about. The latest come first, those with a move last.
 */
export function proposeClaims(
  rules: RuleSet,
  positions: readonly Position[],
  moves: readonly Move[],
): Proposal[] {
  const { policy, earliestPly, repetition, quiet } = rules.draws
  const ply = positions.length - 1
  // Also saves trying every move of a long game for nothing.
  if (policy === null || ply + 1 < earliestPly) return []
  const found: Proposal[] = []
  const standing = [
    ...(repetition === 'claimed' ? repeated(rules, positions) : []),
    ...(quiet === 'claimed' ? quietStretches(rules, positions) : []),
  ]
  for (const basis of standing)
    if (policy === 'after-declined-offer' || lastOf(basis) === ply)
      found.push({ ...basis, intendedMove: null })

  let quietWithMove = quiet !== 'claimed' || found.some(({ ground }) => ground === 'quiet-moves')
  for (const move of moves) {
    const played = play(rules, positions, move)
    if (!played.ok || played.value.outcome) continue
    const { repeats, quiet: count } = played.value
    if (repetition === 'claimed' && repeats.length >= REPETITION)
      found.push({ ground: 'repetition', positions: repeats.slice(-REPETITION), intendedMove: move })
    // Every quiet move will do: one is enough.
    if (!quietWithMove && count !== null && count >= QUIET_LIMIT) {
      found.push({ ground: 'quiet-moves', plies: [ply + 2 - count, ply + 1], intendedMove: move })
      quietWithMove = true
    }
  }
  return found.filter((proposal) => lastOf(proposal) >= earliestPly)
}

export const numbersOf = (basis: Basis): readonly number[] =>
  basis.ground === 'repetition' ? basis.positions : basis.plies

const lastOf = (basis: Basis): number => numbersOf(basis).at(-1) ?? 0

/** Of every position that has stood often enough its last occurrences, the latest first. */
function repeated(rules: RuleSet, positions: readonly Position[]): Basis[] {
  const stood = new Map<string, number[]>()
  for (const [number, position] of positions.entries()) {
    const key = samePositionKey(rules, position)
    stood.set(key, [...(stood.get(key) ?? []), number])
  }
  return [...stood.values()]
    .filter((numbers) => numbers.length >= REPETITION)
    .map((numbers): Basis => ({ ground: 'repetition', positions: numbers.slice(-REPETITION) }))
    .sort((a, b) => lastOf(b) - lastOf(a))
}

/** Every stretch without a reset that is long enough, whole, the latest first. */
function quietStretches(rules: RuleSet, positions: readonly Position[]): Basis[] {
  const counts = positions.map((position) => decodePosition(rules, position).quiet ?? 0)
  return counts
    .flatMap((count, ply): Basis[] =>
      count >= QUIET_LIMIT && (counts[ply + 1] ?? 0) === 0
        ? [{ ground: 'quiet-moves', plies: [ply - count + 1, ply] }]
        : [],
    )
    .reverse()
}

export interface Reset {
  ply: number
  move: Move
}

/** What set the counter of quiet moves to 0: last before a stretch of plies, and within it. */
export interface Stretch {
  before: Reset | null
  within: Reset[]
}

/** @param moves all moves of the game; an intended one is not among them and is taken to be quiet */
export function stretchOf(
  rules: RuleSet,
  positions: readonly Position[],
  moves: readonly Move[],
  [first = 1, last = 0]: readonly number[],
): Stretch {
  const resets = moves.flatMap((move, index): Reset[] => {
    const position = positions[index + 1]
    return position && decodePosition(rules, position).quiet === 0 ? [{ ply: index + 1, move }] : []
  })
  return {
    before: resets.findLast(({ ply }) => ply < first) ?? null,
    within: resets.filter(({ ply }) => ply >= first && ply <= last),
  }
}

/** By position number, the points on which it is not as the one before it or after it in the claim. */
export function differingPoints({ findings }: Evidence): Map<number, string[]> {
  const differing = new Map<number, string[]>()
  for (const { code, params } of findings) {
    if (code !== 'positions-differ') continue
    const { positions, points } = params as { positions: number[]; points: string[] }
    for (const n of positions) differing.set(n, [...new Set([...(differing.get(n) ?? []), ...points])])
  }
  return differing
}
