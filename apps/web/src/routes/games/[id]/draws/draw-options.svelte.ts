import type { DrawOffer } from '@tegenzet/contract'
import {
  type Basis,
  type ClaimContext,
  claimRefusals,
  haveSameStones,
  legalMoves,
  type Move,
  offerRefusals,
  type Position,
} from '@tegenzet/rules'
import { type Proposal, proposeClaims } from '$lib/play/draws/propose-claims.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { about } from '$lib/site/about.ts'
import type { DrawRecords } from './draw-records.svelte.ts'

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
      covered: game?.provenDraws ? (about.current?.tables[game.rules] ?? 0) : null,
      openClaim: game?.status === 'claimed',
      offers: this.#records.offers,
      earlier: this.#records.claims,
    }
  })
  /** Everything in the game that a claim or an offer could be based on. */
  readonly proposals = $derived.by((): readonly Proposal[] => {
    const { game, board, me } = this.#game
    return board && me && game?.status === 'active'
      ? [...proposeClaims(board.rules, board.positions, this.moves), ...this.#provable]
      : []
  })
  /** The position on the board, drawn or not, where the rules let the reader claim that it is, or offer it. */
  readonly #provable = $derived.by((): readonly Proposal[] => {
    const { board, me } = this.#game
    if (!board || !me) return []
    const proposal = {
      ground: 'proven-draw',
      position: board.positions.length - 1,
      intendedMove: null,
    } as const
    const { rules, positions } = board
    const offersFirst = rules.draws.policy === 'after-declined-offer'
    // such an offer is made once with these stones
    const offered = this.#records.offers.some(
      (offer) =>
        'ground' in offer &&
        offer.by === me &&
        offer.ground === 'proven-draw' &&
        haveSameStones(rules, positions, offer.position, proposal.position),
    )
    if (offersFirst && offered) return []
    const refusals = offersFirst ? offerRefusals : claimRefusals
    return refusals(rules, { ...proposal, by: me }, this.context).length === 0 ? [proposal] : []
  })
  /** What the reader can claim at once. Playing on gives it up. */
  readonly claimable = $derived.by((): readonly Proposal[] => {
    const { board, me, myTurn } = this.#game
    if (!board || !me || !myTurn || board.rules.draws.policy === 'after-declined-offer') return []
    return this.proposals.filter(
      (proposal) => claimRefusals(board.rules, { ...proposal, by: me }, this.context).length === 0,
    )
  })
  /** The reader's offers that were not accepted and can be claimed now. */
  readonly claimableOffers = $derived.by((): readonly (DrawOffer & Basis)[] => {
    const { game, board, me } = this.#game
    if (!board || !me || game?.status !== 'active') return []
    if (board.rules.draws.policy !== 'after-declined-offer') return []
    return this.#records.offers.flatMap((offer): (DrawOffer & Basis)[] => {
      if (!('ground' in offer) || offer.by !== me) return []
      // an offer of a proven draw founds a claim on later positions too
      const founded =
        offer.ground === 'proven-draw' ? { ...offer, position: board.positions.length - 1 } : offer
      const refusals = claimRefusals(board.rules, { ...founded, by: me, offer: offer.id }, this.context)
      return refusals.length === 0 ? [founded] : []
    })
  })
}
