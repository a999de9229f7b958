import type { DrawOffer } from '@tegenzet/contract'
import {
  type Basis,
  type ClaimContext,
  type ClaimRefusal,
  claimRefusals,
  type Evidence,
  type Ground,
  judgeClaim,
  type Move,
  offerRefusals,
  type Position,
  play,
  REPETITION,
  type RuleSet,
  type Side,
} from '@tegenzet/rules'
import { numbersOf, type Proposal } from './find-claims.ts'

/** A draft is for an offer to the opponent, with a ground or bare, or for a claim that an admin rules on. */
export type Purpose = 'offer' | 'claim'

export interface DraftOptions {
  purpose: Purpose
  rules: RuleSet
  by: Side
  /** The game as it is; asked again whenever it changes. */
  context: () => ClaimContext
  start?: Proposal | null
  ground?: Ground | null
  /** The declined offer a claim rests on: its numbers stay. */
  offer?: DrawOffer | null
}

/** A claim or an offer that a player is putting together. */
export class ClaimDraft {
  readonly purpose: Purpose
  /** The number of the declined offer a claim rests on. */
  readonly offer: number | null
  /** null: an offer without a ground. */
  ground = $state<Ground | null>(null)
  text = $state('')
  /** In the order in which they were picked. */
  #picked = $state.raw<readonly number[]>([])
  #move = $state<Move | null>(null)
  readonly #options: DraftOptions

  constructor(options: DraftOptions) {
    const { purpose, start = null, ground = start?.ground ?? null, offer = null } = options
    this.#options = options
    this.purpose = purpose
    this.offer = offer?.id ?? null
    this.ground = ground
    if (start) this.take(start)
  }

  /** Position numbers, or the first and the last ply, rising. */
  readonly numbers = $derived([...this.#picked].sort((a, b) => a - b))
  readonly basis = $derived.by((): Basis | null =>
    this.ground === null
      ? null
      : this.ground === 'repetition'
        ? { ground: 'repetition', positions: this.numbers }
        : { ground: 'quiet-moves', plies: this.numbers },
  )
  /** How many numbers are still to be picked. */
  readonly missing = $derived(this.ground === null ? 0 : this.#count - this.#picked.length)
  /** Every position by number, with that of the move that goes with it. */
  readonly positions = $derived.by((): readonly Position[] => {
    const { positions } = this.#options.context()
    const played = this.#move === null ? null : play(this.#options.rules, positions, this.#move)
    return played?.ok ? [...positions, played.value.position] : positions
  })
  readonly evidence = $derived.by((): Evidence | null => {
    if (!this.basis || this.missing > 0) return null
    const { rules, by, context } = this.#options
    const claim = { ...this.basis, by, intendedMove: this.#move }
    return judgeClaim(rules, claim, context().positions)
  })
  /** Why it is not allowed now. */
  readonly refusals = $derived.by((): ClaimRefusal[] => {
    if (!this.basis || this.missing > 0) return []
    const { rules, by, context } = this.#options
    if (this.purpose === 'offer') return offerRefusals(rules, this.basis, this.positions.length - 1)
    const claim = { ...this.basis, by, intendedMove: this.#move, offer: this.offer }
    return claimRefusals(rules, claim, context())
  })

  /** The move that goes with an offer, or that a claimant intends and does not play. */
  get move(): Move | null {
    return this.#move
  }

  /** With a move the position it makes is picked, without it that is not there. */
  set move(move: Move | null) {
    const next = this.#options.context().positions.length
    this.#move = move
    if (move === null) this.#picked = this.#picked.filter((n) => n !== next)
    else if (this.ground !== null && !this.#picked.includes(next)) this.pick(next)
  }

  /** Picks a number, or puts it back; with more than are needed the one picked first is put back. */
  pick(n: number): void {
    if (this.ground === null || this.offer !== null) return
    const others = this.#picked.filter((other) => other !== n)
    this.#picked = others.length < this.#picked.length ? others : [...others, n].slice(-this.#count)
  }

  take(proposal: Proposal): void {
    this.ground = proposal.ground
    this.#move = proposal.intendedMove
    this.#picked = numbersOf(proposal)
  }

  /** Another ground starts with what has been found for it, or with nothing. */
  turnTo(ground: Ground | null, proposals: readonly Proposal[]): void {
    const found = proposals.find((proposal) => proposal.ground === ground)
    this.ground = ground
    this.#picked = []
    if (found) this.take(found)
  }

  isTaken(proposal: Proposal): boolean {
    return (
      proposal.ground === this.ground &&
      proposal.intendedMove === this.#move &&
      numbersOf(proposal).join() === this.numbers.join()
    )
  }

  get #count(): number {
    return this.ground === 'repetition' ? REPETITION : 2
  }
}
