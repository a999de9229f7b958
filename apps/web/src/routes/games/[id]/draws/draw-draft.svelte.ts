import type { DrawOffer } from '@tegenzet/contract'
import {
  type Basis,
  basisOf,
  type ClaimContext,
  type ClaimRefusal,
  claimRefusals,
  type Evidence,
  type Ground,
  judgeClaim,
  type Move,
  NUMBER_COUNTS,
  numbersOf,
  offerRefusals,
  type Position,
  play,
  type RuleSet,
  type Side,
} from '@tegenzet/rules'
import type { Proposal } from '$lib/play/draws/propose-claims.ts'
import { withoutSent } from '$lib/ui/typed-text.svelte.ts'

/** An offer goes to the opponent; a claim is ruled on by an admin. */
export type Purpose = 'offer' | 'claim'

export interface DraftOptions {
  purpose: Purpose
  rules: RuleSet
  by: Side
  /** Read in derived state. */
  context: () => ClaimContext
  start?: Proposal | null
  ground?: Ground | null
  /** The declined offer that a claim is based on. Its numbers cannot be changed. */
  offer?: DrawOffer | null
  /** The text that goes with it. */
  text?: { value: string }
}

/** A draw offer or claim that a player is preparing. */
export class DrawDraft {
  readonly purpose: Purpose
  /** The id of the declined offer that a claim is based on. */
  readonly offer: number | null
  /** null: an offer without a ground. */
  ground = $state<Ground | null>(null)
  /** In the order they were picked. */
  #picked = $state.raw<readonly number[]>([])
  #move = $state<Move | null>(null)
  readonly #options: DraftOptions
  readonly #text: { value: string }

  constructor(options: DraftOptions) {
    const { purpose, start = null, ground = start?.ground ?? null, offer = null } = options
    const ownText = $state({ value: '' })
    this.#options = options
    this.#text = options.text ?? ownText
    this.purpose = purpose
    this.offer = offer?.id ?? null
    this.ground = ground
    if (start) this.apply(start)
  }

  /** Position numbers, or the first and the last ply, in ascending order. */
  readonly numbers = $derived([...this.#picked].sort((a, b) => a - b))
  readonly basis = $derived.by((): Basis | null =>
    this.ground === null ? null : basisOf(this.ground, this.numbers),
  )
  /** How many numbers are still to be picked. */
  readonly missing = $derived(this.ground === null ? 0 : this.#count - this.#picked.length)
  /** The positions of the game by number, and the one after the move of the draft. */
  readonly positions = $derived.by((): readonly Position[] => {
    const { positions } = this.#options.context()
    const played = this.#move === null ? null : play(this.#options.rules, positions, this.#move)
    return played?.ok ? [...positions, played.value.position] : positions
  })
  readonly evidence = $derived.by((): Evidence | null => {
    // only the server has the value of a position
    if (!this.basis || this.missing > 0 || this.ground === 'proven-draw') return null
    const { rules, by, context } = this.#options
    const claim = { ...this.basis, by, intendedMove: this.#move }
    return judgeClaim(rules, claim, context().positions)
  })
  /** Why the rules do not allow it now. */
  readonly refusals = $derived.by((): ClaimRefusal[] => {
    if (!this.basis || this.missing > 0) return []
    const { rules, by, context } = this.#options
    if (this.purpose === 'offer')
      return offerRefusals(rules, { ...this.basis, by }, { ...context(), positions: this.positions })
    const claim = { ...this.basis, by, intendedMove: this.#move, offer: this.offer }
    return claimRefusals(rules, claim, context())
  })

  get text(): string {
    return this.#text.value
  }

  set text(text: string) {
    this.#text.value = text
  }

  /** Removes what has been sent, and keeps what was typed meanwhile for the next offer or claim. */
  removeSent(sent: string): void {
    this.text = withoutSent(this.text, sent)
  }

  /** The move that is played with an offer, or that a claimant intends but does not play. */
  get move(): Move | null {
    return this.#move
  }

  /** The position after the move is picked along with it. */
  set move(move: Move | null) {
    const next = this.#options.context().positions.length
    this.#move = move
    if (move === null) this.#picked = this.#picked.filter((n) => n !== next)
    else if (this.ground !== null && !this.#picked.includes(next)) this.toggle(next)
  }

  /** Picks a number, or removes it. If too many are picked, the one picked first is removed. */
  toggle(n: number): void {
    if (this.ground === null || this.offer !== null) return
    const others = this.#picked.filter((other) => other !== n)
    this.#picked = others.length < this.#picked.length ? others : [...others, n].slice(-this.#count)
  }

  apply(proposal: Proposal): void {
    this.ground = proposal.ground
    this.#move = proposal.intendedMove
    this.#picked = numbersOf(proposal)
  }

  /** Changes the ground, and applies the first proposal for it. */
  switchGround(ground: Ground | null, proposals: readonly Proposal[]): void {
    const found = proposals.find((proposal) => proposal.ground === ground)
    this.ground = ground
    this.#picked = []
    if (found) this.apply(found)
  }

  matches(proposal: Proposal): boolean {
    return (
      proposal.ground === this.ground &&
      proposal.intendedMove === this.#move &&
      numbersOf(proposal).join() === this.numbers.join()
    )
  }

  get #count(): number {
    return this.ground === null ? 0 : NUMBER_COUNTS[this.ground]
  }
}
