import type { DrawOffer, OfferTerms } from '@tegenzet/contract'
import { type Basis, basisOf, type Ground, numbersOf } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { api } from '$lib/api/api.ts'
import { session } from '$lib/api/session.svelte.ts'
import type { GameCommands } from '$lib/play/game/game-commands.svelte.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { TypedText } from '$lib/ui/typed-text.svelte.ts'
import { DrawDraft, type Purpose } from './draw-draft.svelte.ts'
import { DrawOptions } from './draw-options.svelte.ts'
import { DrawRecords } from './draw-records.svelte.ts'

/** What a player can do about a draw: prepare and send an offer or a claim, and answer the opponent's. */
export class Draws {
  readonly game: RemoteGame
  readonly commands: GameCommands
  readonly records: DrawRecords
  readonly options: DrawOptions
  /** The offer or claim being prepared. */
  draft = $state.raw<DrawDraft | null>(null)
  /** The player chooses its positions or moves on the board; otherwise a dialog shows what was found. */
  choosing = $state(false)

  constructor(game: RemoteGame, commands: GameCommands) {
    this.game = game
    this.commands = commands
    this.records = new DrawRecords(game)
    this.options = new DrawOptions(game, this.records)
  }

  readonly rules = $derived.by(() => this.game.board?.rules ?? null)
  readonly active = $derived.by(() => this.game.game?.status === 'active')
  /** The board is used for the draft, so no move can be sent. The end of the game or a claim ends this too. */
  readonly drafting = $derived.by(
    () => this.active && this.game.me !== null && this.draft !== null && this.choosing,
  )
  /** The rules let the reader claim now, or make the offer that a claim begins with. */
  readonly mayClaim = $derived.by(() => {
    const { claimable, claimableOffers, proposals } = this.options
    if (!this.active || this.game.me === null) return false
    if (claimable.length > 0 || claimableOffers.length > 0) return true
    // Right after an answer the offer is still open in the records: what may be claimed is not known yet.
    const open =
      this.game.game?.drawOffer != null || this.records.offers.some(({ state }) => state === 'open')
    return this.rules?.draws.policy === 'after-declined-offer' && !open && proposals.length > 0
  })

  /** Begins the claim that was found, or the offer that has to come before it. */
  startClaim(): void {
    const [declined] = this.options.claimableOffers
    if (declined) this.startDraft('claim', declined.ground, declined)
    else if (this.rules?.draws.policy === 'after-declined-offer')
      this.startDraft('offer', this.options.proposals[0]?.ground ?? 'repetition')
    else this.startDraft('claim')
  }

  /**
   * Begins an offer or a claim.
   * @param ground null: an offer without a ground; undefined: the first one that was found
   * @param offer the declined offer that a claim is based on
   */
  startDraft(purpose: Purpose, ground?: Ground | null, offer?: DrawOffer & Basis): void {
    const { me, board } = this.game
    if (!this.rules || !me) return
    const { claimable, proposals } = this.options
    const found = purpose === 'claim' && claimable.length > 0 ? claimable : proposals
    const fitting = found.filter((proposal) => ground === undefined || proposal.ground === ground)
    const start = offer
      ? { ...offer, intendedMove: null }
      : (fitting.find(({ intendedMove }) => intendedMove === board?.draft.move) ?? fitting[0] ?? null)
    this.draft = new DrawDraft({
      purpose,
      rules: this.rules,
      by: me,
      context: () => this.options.context,
      offer: offer ?? null,
      ...(ground === null ? { start: null, ground } : { start, ground: start?.ground ?? 'repetition' }),
      text: new TypedText(purpose, session.accountId ?? 0, this.game.id),
    })
    this.choosing = false
  }

  /** Goes on with the draft on the board. */
  chooseMyself(): void {
    const { draft, game } = this
    if (!draft) return
    const move = game.board?.draft.move
    if (draft.purpose === 'offer' && draft.move === null && move) draft.move = move
    if (draft.ground === null) draft.switchGround('repetition', this.options.proposals)
    this.choosing = true
  }

  /** Discards the draft and returns to the last position. */
  discardDraft(): void {
    const { board } = this.game
    this.draft = null
    this.choosing = false
    board?.goTo(board.moves.length)
  }

  async sendDraft(): Promise<void> {
    const { draft } = this
    if (!draft) return
    const sent = draft.text
    if (await (draft.purpose === 'claim' ? this.#sendClaim(draft) : this.#sendOffer(draft))) {
      draft.removeSent(sent)
      this.discardDraft()
      await this.records.load()
    }
  }

  /** @returns whether the server took it */
  accept(offer: number): Promise<boolean> {
    return this.#run(() => api.call('acceptDrawOffer', { params: { id: offer }, body: {} }))
  }

  /** @returns whether the server took it */
  decline(offer: number, reason: string): Promise<boolean> {
    const body = reason.trim() ? { reason: reason.trim() } : {}
    return this.#run(() => api.call('declineDrawOffer', { params: { id: offer }, body }))
  }

  async withdrawOffer(offer: number): Promise<void> {
    await this.#run(() => api.call('withdrawDrawOffer', { params: { id: offer } }))
  }

  async agree(claim: number): Promise<void> {
    await this.#run(() => api.call('agreeToClaim', { params: { id: claim }, body: {} }))
  }

  async withdraw(claim: number): Promise<void> {
    await this.#run(() => api.call('withdrawClaim', { params: { id: claim } }))
  }

  async #run(call: Parameters<GameCommands['run']>[0]): Promise<boolean> {
    const done = await this.commands.run(call)
    await this.records.load()
    return done
  }

  #sendClaim({ basis, move, offer, text }: DrawDraft): Promise<boolean> {
    if (!basis) return Promise.resolve(false)
    const body = {
      ...toBody(basis),
      ...(move !== null && { intendedMove: move }),
      ...(offer !== null && { offer }),
      ...(text.trim() && { text: text.trim() }),
    }
    return this.commands.run(async () => {
      const answer = await api.call('fileClaim', { params: { id: this.game.id }, body })
      if (answer.claim.state === 'rejected') showToast(m.draws_proven_rejected(), 'warning')
      return answer
    })
  }

  #sendOffer({ basis, move, text }: DrawDraft): Promise<boolean> {
    const params = { id: this.game.id }
    const message = text.trim() || undefined
    const terms: OfferTerms = basis ? { ...toBody(basis), message } : { message }
    if (move === null) return this.commands.run(() => api.call('offerDraw', { params, body: terms }))
    const body = { move, ply: this.game.board?.moves.length ?? 0, offerDraw: terms }
    return this.commands.run(
      () => api.call('playMove', { params, body }),
      (reason) => m.game_moved_on({ reason }),
    )
  }
}

/** Only the fields of a basis that the API takes. */
const toBody = (basis: Basis) => basisOf(basis.ground, numbersOf(basis))
