import { itemAt } from '@tegenzet/common'
import type { ComparedPlayers } from '@tegenzet/contract'

/** A player's counted moves, and how many of them agree with the engine. */
export interface Tally {
  moves: number
  agreeing: number
}

/** Counted moves that a player needs to be in a distribution: the share of fewer says nothing. */
const MIN_MOVES = 10
const MIN_PLAYERS = 4

/** The share that agrees; null without moves. */
export const agreementOf = ({ moves, agreeing }: Tally): number | null =>
  moves === 0 ? null : rounded(agreeing / moves)

export function comparedPlayers(tallies: readonly Tally[]): ComparedPlayers {
  const total = tallies.reduce(
    (sum, { moves, agreeing }) => ({ moves: sum.moves + moves, agreeing: sum.agreeing + agreeing }),
    { moves: 0, agreeing: 0 },
  )
  const shares = tallies
    .filter(({ moves }) => moves >= MIN_MOVES)
    .map(({ moves, agreeing }) => agreeing / moves)
    .sort((a, b) => a - b)
  return {
    moves: total.moves,
    agreement: agreementOf(total),
    players: shares.length,
    quartiles:
      shares.length < MIN_PLAYERS
        ? null
        : { lower: quantile(shares, 0.25), median: quantile(shares, 0.5), upper: quantile(shares, 0.75) },
  }
}

/** @param sorted ascending, at least one */
function quantile(sorted: readonly number[], share: number): number {
  const at = (sorted.length - 1) * share
  const below = itemAt(sorted, Math.floor(at))
  const above = itemAt(sorted, Math.ceil(at))
  return rounded(below + (above - below) * (at - Math.floor(at)))
}

const rounded = (share: number): number => Math.round(share * 1000) / 1000
