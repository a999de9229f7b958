import type { Relation } from '@tegenzet/contract'
import { tellFailure } from '$lib/account/failure.ts'
import { api } from '$lib/api/api.ts'
import { m } from '$lib/paraglide/messages.js'
import { notify } from '$lib/ui/notices.svelte.ts'

/** What a player is to the reader, and what the reader makes of it. */
export class PersonRelation {
  readonly username: string
  /** null: not known, or nobody is logged in. */
  now = $state.raw<Relation | null>(null)
  busy = $state(false)

  constructor(username: string) {
    this.username = username
  }

  /** Never throws: what is not known is not offered. */
  async load(): Promise<void> {
    try {
      this.now = await api.call('getRelation', { params: { username: this.username } })
    } catch {
      this.now = null
    }
  }

  /** @throws what the call throws */
  async block(): Promise<void> {
    const { player } = await api.call('block', { params: { username: this.username } })
    this.now = { player, favourite: false, blocked: true }
    notify(m.block_done({ name: player.username }), 'good')
  }

  unblock = (): Promise<void> =>
    this.#do(async (params) => {
      await api.call('unblock', { params })
      if (this.now) this.now = { ...this.now, blocked: false }
      notify(m.unblock_done({ name: this.username }), 'good')
    })

  toggleFavourite = (): Promise<void> =>
    this.#do(async (params) => {
      const favourite = !this.now?.favourite
      await api.call(favourite ? 'addFavourite' : 'removeFavourite', { params })
      if (this.now) this.now = { ...this.now, favourite }
      const say = favourite ? m.favourite_added : m.favourite_removed
      notify(say({ name: this.username }), 'good')
    })

  async #do(change: (params: { username: string }) => Promise<void>): Promise<void> {
    if (this.busy) return
    this.busy = true
    try {
      await change({ username: this.username })
    } catch (error) {
      await tellFailure(error)
    } finally {
      this.busy = false
    }
  }
}
