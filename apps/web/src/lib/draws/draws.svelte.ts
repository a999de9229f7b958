import type { Claim, DrawOffer, Message, OfferTerms, Warning } from '@tegenzet/contract'
import {
  type Basis,
  type ClaimContext,
  claimRefusals,
  type Ground,
  legalMoves,
  type Move,
  type Position,
} from '@tegenzet/rules'
import { api, loadAll } from '$lib/api/api.ts'
import { errorMessage } from '$lib/api/error-message.ts'
import { live } from '$lib/api/live.svelte.ts'
import type { GameCommands } from '$lib/game/game-commands.svelte.ts'
import type { RemoteGame } from '$lib/game/remote-game.svelte.ts'
import { m } from '$lib/paraglide/messages.js'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { ClaimDraft, type Purpose } from './claim-draft.svelte.ts'
import { type Proposal, proposeClaims } from './find-claims.ts'

/** The draw offers and claims of a game, and what its reader may do about them. */
export class Draws {
  readonly remote: RemoteGame
  readonly commands: GameCommands
  offers = $state.raw<readonly DrawOffer[]>([])
  claims = $state.raw<readonly Claim[]>([])
  /** What the two players wrote with offers; empty for all others. */
  messages = $state.raw<readonly Message[]>([])
  /** What the reader was warned of in this game. */
  warnings = $state.raw<readonly Warning[]>([])
  /** What the reader is putting together. */
  draft = $state.raw<ClaimDraft | null>(null)
  /** Counts loads, so that an answer that was overtaken by another is left. */
  #loads = 0

  constructor(remote: RemoteGame, commands: GameCommands) {
    this.remote = remote
    this.commands = commands
  }

  readonly rules = $derived.by(() => this.remote.board?.rules ?? null)
  readonly active = $derived.by(() => this.remote.game?.status === 'active')
  /** Something is being put together, which ends with the game or when it is frozen; until then no move is sent beside it. */
  readonly drafting = $derived.by(() => this.active && this.remote.me !== null && this.draft !== null)
  /** The claim that freezes the game; null until it has been fetched. */
  readonly openClaim = $derived(this.claims.find(({ id }) => id === this.remote.game?.openClaim?.id) ?? null)
  /** Changes when there is something new to fetch: not with every move. */
  readonly #mark = $derived.by(() => {
    const { game, me } = this.remote
    return game && [me, game.status, game.openClaim?.id, game.drawOffer?.id].join()
  })
  /** The moves the reader may make now. */
  readonly moves = $derived.by((): readonly Move[] => {
    const { board, myTurn } = this.remote
    return board && myTurn ? legalMoves(board.rules, board.positions.at(-1) as Position) : []
  })
  /** What can be claimed, or offered with a ground, and holds. */
  readonly proposals = $derived.by((): readonly Proposal[] => {
    const { board, me } = this.remote
    return board && me && this.active ? proposeClaims(board.rules, board.positions, this.moves) : []
  })
  /** What the reader may claim at once; playing on gives it up. */
  readonly claimable = $derived.by((): readonly Proposal[] => {
    const { board, me, myTurn } = this.remote
    if (!board || !me || !myTurn || board.rules.draws.policy !== 'before-moving') return []
    return this.proposals.filter(
      (proposal) => claimRefusals(board.rules, { ...proposal, by: me }, this.context()).length === 0,
    )
  })
  /** Own offers with a ground that the opponent did not accept and that may be brought to the admins now. */
  readonly claimableOffers = $derived.by((): readonly (DrawOffer & Basis)[] => {
    const { board, me } = this.remote
    if (!board || !me || !this.active || board.rules.draws.policy !== 'after-declined-offer') return []
    return this.offers.filter((offer): offer is DrawOffer & Basis => {
      if (!('ground' in offer) || offer.by !== me) return false
      return claimRefusals(board.rules, { ...offer, by: me, offer: offer.id }, this.context()).length === 0
    })
  })

  /** The game as the rules of claims see it. */
  context(): ClaimContext {
    const { game, board } = this.remote
    return {
      positions: board?.positions ?? [],
      over: game !== null && game.outcome !== null,
      openClaim: game?.status === 'claimed',
      offers: this.offers,
      earlier: this.claims,
    }
  }

  /** Keeps everything fetched; for an effect. @returns what ends it */
  follow(): () => void {
    if (this.#mark) this.load()
    const connection = live()
    const endEvents = connection.onEvent((event) => {
      if (event.type === 'claim' && event.claim.game === this.remote.id) this.load()
      if (event.type === 'message' && event.message.game === this.remote.id && event.message.offer)
        this.load()
    })
    const endReconnects = connection.onReconnect(() => this.load())
    return () => {
      endEvents()
      endReconnects()
    }
  }

  /** Fetches what there is. Never throws. */
  async load(): Promise<void> {
    const { id, me } = this.remote
    const params = { id }
    const load = ++this.#loads
    try {
      const [offers, claims, messages, warnings] = await Promise.all([
        api.call('listDrawOffers', { params }),
        api.call('listClaims', { params }),
        me ? loadAll('listMessages', { params, query: { about: 'offers', limit: 100 } }) : [],
        me ? loadAll('listWarnings', { query: { limit: 100 } }) : [],
      ])
      if (load !== this.#loads) return
      this.offers = offers.items
      this.claims = claims.items
      this.messages = messages
      this.warnings = warnings.filter(({ game }) => game === id)
    } catch (error) {
      showToast(errorMessage(error), 'warning')
    }
  }

  /** Begins an offer or a claim, with what has been found for it. */
  begin(purpose: Purpose, ground?: Ground | null, offer?: DrawOffer & Basis): void {
    const { me } = this.remote
    if (!this.rules || !me) return
    const found = purpose === 'claim' && this.claimable.length > 0 ? this.claimable : this.proposals
    const start = offer
      ? { ...offer, intendedMove: null }
      : (found.find((proposal) => ground === undefined || proposal.ground === ground) ?? null)
    const draft = new ClaimDraft({
      ...{ purpose, rules: this.rules, by: me, context: () => this.context(), offer: offer ?? null },
      ...(ground === null ? { start: null, ground } : { start, ground: start?.ground ?? 'repetition' }),
    })
    const picked = this.remote.board?.draft.move
    if (purpose === 'offer' && draft.move === null && picked) draft.move = picked
    this.draft = draft
  }

  /** Leaves the draft, and the earlier positions that were looked at for it. */
  leave(): void {
    const { board } = this.remote
    this.draft = null
    board?.goTo(board.moves.length)
  }

  /** Sends what has been put together. */
  async send(): Promise<void> {
    const { draft } = this
    if (!draft) return
    if (await (draft.purpose === 'claim' ? this.#file(draft) : this.#offer(draft))) {
      this.leave()
      await this.load()
    }
  }

  async accept(offer: number): Promise<void> {
    await this.#do(() => api.call('acceptDrawOffer', { params: { id: offer }, body: {} }))
  }

  async decline(offer: number, reason: string): Promise<void> {
    const body = reason.trim() ? { reason: reason.trim() } : {}
    await this.#do(() => api.call('declineDrawOffer', { params: { id: offer }, body }))
  }

  async agree(claim: number): Promise<void> {
    await this.#do(() => api.call('agreeToClaim', { params: { id: claim }, body: {} }))
  }

  async withdraw(claim: number): Promise<void> {
    await this.#do(() => api.call('withdrawClaim', { params: { id: claim } }))
  }

  async #do(call: Parameters<GameCommands['run']>[0]): Promise<void> {
    await this.commands.run(call)
    await this.load()
  }

  #file({ basis, move, offer, text }: ClaimDraft): Promise<boolean> {
    if (!basis) return Promise.resolve(false)
    const body = {
      ...toSend(basis),
      ...(move !== null && { intendedMove: move }),
      ...(offer !== null && { offer }),
      ...(text.trim() && { text: text.trim() }),
    }
    return this.commands.run(() => api.call('fileClaim', { params: { id: this.remote.id }, body }))
  }

  #offer({ basis, move, text }: ClaimDraft): Promise<boolean> {
    const params = { id: this.remote.id }
    const message = text.trim() || undefined
    const terms: OfferTerms = basis ? { ...toSend(basis), message } : { message }
    if (move === null) return this.commands.run(() => api.call('offerDraw', { params, body: terms }))
    const body = { move, ply: this.remote.board?.moves.length ?? 0, offerDraw: terms }
    return this.commands.run(
      () => api.call('playMove', { params, body }),
      (reason) => m.game_moved_on({ reason }),
    )
  }
}

/** Just the ground and its numbers, as lists that may be sent. */
const toSend = (basis: Basis) =>
  basis.ground === 'repetition'
    ? { ground: basis.ground, positions: [...basis.positions] }
    : { ground: basis.ground, plies: [...basis.plies] }
