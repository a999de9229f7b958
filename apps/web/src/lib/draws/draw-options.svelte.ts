import type { DrawOffer } from '@tegenzet/contract'
import {
  type Basis,
  type ClaimContext,
  claimRefusals,
  legalMoves,
  type Move,
  type Position,
} from '@tegenzet/rules'
import type { RemoteGame } from '$lib/game/remote-game.svelte.ts'
import type { DrawRecords } from './draw-records.svelte.ts'
import { type Proposal, proposeClaims } from './propose-claims.ts'

/** What the reader can claim now, or offer with a ground. */
export class DrawOptions {
  readonly #game: RemoteGame
  readonly #records: DrawRecords

  constructor(game: RemoteGame, records: DrawRecords) {
    this.#game = game
    this.#records = records
  }

  /** The reader's legal moves; none while the opponent is to move. */
  readonly moves = $derived.by((): readonly Move[] => {
    const { board, myTurn } = this.#game
    return board && myTurn ? legalMoves(board.rules, board.positions.at(-1) as Position) : []
  })
  /** The game as the rules about claims need it. */
  readonly context = $derived.by((): ClaimContext => {
    const { game, board } = this.#game
    return {
      positions: board?.positions ?? [],
      over: game !== null && game.outcome !== null,
      covered: null,
      openClaim: game?.status === 'claimed',
      offers: this.#records.offers,
      earlier: this.#records.claims,
    }
  })
  /** Everything in the game that a claim or an offer could be based on. */
  readonly proposals = $derived.by((): readonly Proposal[] => {
    const { game, board, me } = this.#game
    return board && me && game?.status === 'active'
      ? proposeClaims(board.rules, board.positions, this.moves)
      : []
  })
  /** What the reader can claim at once. Playing on gives it up. */
  readonly claimable = $derived.by((): readonly Proposal[] => {
    const { board, me, myTurn } = this.#game
    if (!board || !me || !myTurn || board.rules.draws.policy !== 'before-moving') return []
    return this.proposals.filter(
      (proposal) => claimRefusals(board.rules, { ...proposal, by: me }, this.context).length === 0,
    )
  })
  /** The reader's offers that were not accepted and can be claimed now. */
  readonly claimableOffers = $derived.by((): readonly (DrawOffer & Basis)[] => {
    const { game, board, me } = this.#game
    if (!board || !me || game?.status !== 'active') return []
    if (board.rules.draws.policy !== 'after-declined-offer') return []
    return this.#records.offers.filter((offer): offer is DrawOffer & Basis => {
      if (!('ground' in offer) || offer.by !== me) return false
      return claimRefusals(board.rules, { ...offer, by: me, offer: offer.id }, this.context).length === 0
    })
  })
}
