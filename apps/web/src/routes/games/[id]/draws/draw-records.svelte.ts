import type { Claim, DrawOffer, Message, Warning } from '@tegenzet/contract'
import { allWarnings, claimsOf, drawOffersOf, messagesAboutOffers } from '@tegenzet/pages/game'
import { api, loadAll } from '$lib/api/api.ts'
import { errorMessage } from '$lib/api/error-message.ts'
import { live } from '$lib/api/live.svelte.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { canRead } from '$lib/site/features.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'

/** The draw offers and claims of a game as the server has them, kept up to date. */
export class DrawRecords {
  readonly #game: RemoteGame
  offers = $state.raw<readonly DrawOffer[]>([])
  claims = $state.raw<readonly Claim[]>([])
  /** The players' messages with offers; empty for spectators. */
  messages = $state.raw<readonly Message[]>([])
  /** The warnings the reader got in this game. */
  warnings = $state.raw<readonly Warning[]>([])
  /** Counts loads: an answer that a later load has overtaken is dropped. */
  #loads = 0

  constructor(game: RemoteGame) {
    this.#game = game
  }

  /** The claim that freezes the game; null until it is loaded. */
  readonly openClaim = $derived.by(
    () => this.claims.find(({ id }) => id === this.#game.game?.openClaim?.id) ?? null,
  )
  /** Changes when there may be something new to load. Most moves do not change it. */
  readonly #loadKey = $derived.by(() => {
    const { game, me } = this.#game
    return game && [me, game.status, game.openClaim?.id, game.drawOffer?.id].join()
  })

  /** Loads the records and keeps them up to date; call it in an effect. @returns the clean-up */
  follow(): () => void {
    if (this.#loadKey) this.load()
    const { id } = this.#game
    const connection = live()
    const endEvents = connection.onEvent((event) => {
      if (event.type === 'claim' && event.claim.game === id) this.load()
      if (event.type === 'message' && event.message.game === id && event.message.offer) this.load()
    })
    const endOpenings = connection.onOpen(() => this.load())
    return () => {
      endEvents()
      endOpenings()
    }
  }

  /** Never throws: an error is shown as a toast. */
  async load(): Promise<void> {
    const { id, me } = this.#game
    const load = ++this.#loads
    try {
      const [offers, claims, messages, warnings] = await Promise.all([
        api.call(...drawOffersOf(id)),
        api.call(...claimsOf(id)),
        me && canRead('chat') ? loadAll(...messagesAboutOffers(id)) : [],
        me ? loadAll(...allWarnings()) : [],
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
}
