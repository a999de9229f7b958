import type { Challenge } from '@tegenzet/contract'
import { ownChallenges } from '@tegenzet/pages/challenges'
import { opponent } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { api } from '$lib/api/api.ts'
import { followLive } from '$lib/api/follow-live.ts'
import { gotoFromHere } from '$lib/navigation/goto-from-here.ts'
import { awaitResponse } from '$lib/people/bots/await-response.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { showError } from '$lib/ui/show-error.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'

/** The rematch of a finished game, which either player can offer: the same terms with colours swapped. */
export class Rematch {
  readonly #remote: RemoteGame
  #challenge = $state.raw<Challenge | null>(null)
  /** It is being offered, accepted or declined. */
  busy = $state(false)

  constructor(remote: RemoteGame) {
    this.#remote = remote
  }

  /** The game that it has begun. */
  readonly begun = $derived(this.#challenge?.game ?? null)
  readonly state = $derived.by((): 'none' | 'offered' | 'wanted' | 'begun' => {
    const { me, game } = this.#remote
    if (!this.#challenge) return 'none'
    if (this.#challenge.game !== null) return 'begun'
    return me && this.#challenge.challenger.id === game?.[me].id ? 'offered' : 'wanted'
  })

  /** Keeps it up to date; call it in an effect. @returns the clean-up */
  follow(): () => void {
    const find = () => this.#find()
    find()
    return followLive((event) => {
      if (event.type !== 'challenge' || event.challenge.rematchOf !== this.#remote.id) return
      this.#challenge = ['open', 'accepted'].includes(event.challenge.state) ? event.challenge : null
    }, find)
  }

  /** Offers it, or accepts the one that the opponent offers. A bot answers at once. */
  async offer(): Promise<void> {
    const gotoIfHere = gotoFromHere()
    const { id, me, game } = this.#remote
    await this.#run(async () => {
      this.#challenge = await api.call('rematch', { params: { id } })
      if (me && game?.[opponent(me)].kind === 'bot') this.#challenge = await awaitResponse(this.#challenge)
      if (this.#challenge.game !== null) await gotoIfHere(`/games/${this.#challenge.game}`)
    })
  }

  async decline(): Promise<void> {
    const challenge = this.#challenge
    if (!challenge) return
    await this.#run(async () => {
      await api.call('declineChallenge', { params: { id: challenge.id } })
      this.#challenge = null
      showToast(m.lobby_challenge_declined())
    })
  }

  /** A failure is ignored: offering a rematch again returns the open one. */
  async #find(): Promise<void> {
    const { items } = await api.call(...ownChallenges()).catch(() => ({ items: [] }))
    this.#challenge = items.find(({ rematchOf }) => rematchOf === this.#remote.id) ?? this.#challenge
  }

  async #run(command: () => Promise<void>): Promise<void> {
    this.busy = true
    try {
      await command()
    } catch (error) {
      await showError(error)
    } finally {
      this.busy = false
    }
  }
}
