import type { Relation } from '@tegenzet/contract'
import { relationTo } from '@tegenzet/pages/game'
import { m } from '@tegenzet/texts/messages'
import { api } from '$lib/api/api.ts'
import { showError } from '$lib/ui/show-error.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'

/** Whether the reader has blocked a player or marked them as a favourite, and the score between the two. */
export class PlayerRelation {
  readonly username: string
  /** null until it is loaded, and for visitors. */
  current = $state.raw<Relation | null>(null)
  loading = $state(false)
  busy = $state(false)

  constructor(username: string) {
    this.username = username
  }

  /** Never throws: the page then does not offer the actions. */
  async load(): Promise<void> {
    this.loading = true
    try {
      this.current = await api.call(...relationTo(this.username))
    } catch {
      this.current = null
    } finally {
      this.loading = false
    }
  }

  /** @throws what the call throws */
  async block(): Promise<void> {
    const { player } = await api.call('block', { params: { username: this.username } })
    this.current = { player, favourite: false, blocked: true, score: this.current?.score ?? null }
    showToast(m.people_block_done({ name: player.username }), 'success')
  }

  unblock = (): Promise<void> =>
    this.#do(async (params) => {
      await api.call('unblock', { params })
      if (this.current) this.current = { ...this.current, blocked: false }
      showToast(m.people_unblock_done({ name: this.username }), 'success')
    })

  toggleFavourite = (): Promise<void> =>
    this.#do(async (params) => {
      const favourite = !this.current?.favourite
      await api.call(favourite ? 'addFavourite' : 'removeFavourite', { params })
      if (this.current) this.current = { ...this.current, favourite }
      const message = favourite ? m.people_favourite_added : m.people_favourite_removed
      showToast(message({ name: this.username }), 'success')
    })

  async #do(change: (params: { username: string }) => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      await change({ username: this.username })
    } catch (error) {
      await showError(error)
    } finally {
      this.busy = false
    }
  }
}
