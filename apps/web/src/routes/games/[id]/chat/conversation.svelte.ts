import type { Message } from '@tegenzet/contract'
import { messagesOf } from '@tegenzet/pages/game'
import { opponent } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'
import { followLive } from '$lib/api/follow-live.ts'
import { Paged } from '$lib/api/paged.svelte.ts'
import { PlayerRelation } from '$lib/people/player-relation.svelte.ts'
import type { RemoteGame } from '$lib/play/game/remote-game.svelte.ts'
import { canRead } from '$lib/site/features.ts'
import { lastRead, setLastRead } from './last-read.ts'

/** The messages between the players of a game; empty for spectators. */
export class Conversation {
  readonly remote: RemoteGame
  readonly list: Paged<Message>
  /** The id of the last message the reader has seen. */
  #read = $state(0)

  constructor(remote: RemoteGame) {
    this.remote = remote
    this.list = new Paged((cursor) => api.call(...messagesOf(remote.id, cursor)))
  }

  /** The loaded messages, oldest first. */
  readonly messages = $derived.by(() => this.list.items.toSorted((a, b) => a.id - b.id))
  /** Links cannot be opened until both players have written, so that nobody opens a spam link by mistake. */
  readonly linksHeld = $derived.by(() => new Set(this.messages.map(({ by }) => by)).size < 2)
  /** How many messages of the opponent the reader has not seen. */
  readonly unread = $derived.by(
    () => this.messages.filter(({ id, by }) => by !== this.remote.me && id > this.#read).length,
  )

  readonly #opponent = $derived.by(() => {
    const { game, me } = this.remote
    const other = me && game?.[opponent(me)]
    return other && other.kind !== 'closed' ? other.username : null
  })
  /** null if the opponent's account is closed, and for spectators. */
  readonly relation = $derived.by(() => (this.#opponent === null ? null : new PlayerRelation(this.#opponent)))
  /** The reader has blocked the opponent, so neither of them can write. */
  readonly blocked = $derived.by(() => this.relation?.current?.blocked ?? false)

  /** Loads the messages and follows new ones; call it in an effect. @returns the clean-up */
  follow(): (() => void) | undefined {
    const { id, me } = this.remote
    if (!me || !canRead('chat')) return
    this.#read = lastRead(id, me)
    this.list.load()
    this.relation?.load()
    return followLive(
      (event) => {
        if (event.type === 'message' && event.message.game === id) this.list.put(event.message)
      },
      () => this.list.load(),
    )
  }

  /** @throws what the call throws, after loading the messages again: they show whether it arrived */
  async send(text: string): Promise<void> {
    try {
      this.list.put(await api.call('sendMessage', { params: { id: this.remote.id }, body: { text } }))
    } catch (error) {
      if (!this.remote.handleUnauthenticated(error)) await this.list.load()
      throw error
    }
  }

  /** All loaded messages have been seen. */
  markRead(): void {
    const { id, me } = this.remote
    const last = this.messages.at(-1)?.id ?? 0
    if (!me || last <= this.#read) return
    this.#read = last
    setLastRead(id, me, last)
  }
}
