import type { Message } from '@tegenzet/contract'
import { opponent } from '@tegenzet/rules'
import { api } from '$lib/api/api.ts'
import { live } from '$lib/api/live.svelte.ts'
import { Paged } from '$lib/api/paged.svelte.ts'
import type { RemoteGame } from '$lib/game/remote-game.svelte.ts'
import { PlayerRelation } from '$lib/people/player-relation.svelte.ts'
import { lastRead, setLastRead } from './last-read.ts'

/** What the two players of a game say to each other, for one of them; empty for all others. */
export class Conversation {
  readonly remote: RemoteGame
  readonly list: Paged<Message>
  /** The last message that was in sight of the reader. */
  #read = $state(0)

  constructor(remote: RemoteGame) {
    this.remote = remote
    const params = { id: remote.id }
    this.list = new Paged((cursor) =>
      api.call('listMessages', { params, query: { sort: '-createdAt', limit: 30, cursor } }),
    )
  }

  /** What is fetched, in the order it was written. */
  readonly messages = $derived.by(() => this.list.items.toSorted((a, b) => a.id - b.id))
  /** How many of the opponent's the reader has not seen. */
  readonly unread = $derived.by(
    () => this.messages.filter(({ id, by }) => by !== this.remote.me && id > this.#read).length,
  )

  readonly #other = $derived.by(() => {
    const { game, me } = this.remote
    const other = me && game?.[opponent(me)]
    return other && other.kind !== 'closed' ? other.username : null
  })
  /** To the opponent; null where their account is closed, and for those who look on. */
  readonly relation = $derived.by(() => (this.#other === null ? null : new PlayerRelation(this.#other)))
  /** The reader has blocked the opponent: neither of them writes. */
  readonly blocked = $derived.by(() => this.relation?.current?.blocked ?? false)

  /** Keeps up with what is said; for an effect. @returns what ends it */
  follow(): (() => void) | undefined {
    const { id, me } = this.remote
    if (!me) return
    this.#read = lastRead(id, me)
    this.list.load()
    this.relation?.load()
    const connection = live()
    const endEvents = connection.onEvent((event) => {
      if (event.type === 'message' && event.message.game === id) this.list.put(event.message)
    })
    const endReconnects = connection.onReconnect(() => this.list.load())
    return () => {
      endEvents()
      endReconnects()
    }
  }

  /** @throws what the call throws; where no answer came the list shows whether it was sent */
  async send(text: string): Promise<void> {
    try {
      this.list.put(await api.call('sendMessage', { params: { id: this.remote.id }, body: { text } }))
    } catch (error) {
      if (!this.remote.handleUnauthenticated(error)) await this.list.load()
      throw error
    }
  }

  /** The reader has all that is there in sight. */
  see(): void {
    const { id, me } = this.remote
    const last = this.messages.at(-1)?.id ?? 0
    if (!me || last <= this.#read) return
    this.#read = last
    setLastRead(id, me, last)
  }
}
