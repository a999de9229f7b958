import type { Note } from '@tegenzet/contract'
import { SvelteMap } from 'svelte/reactivity'
import { api } from '$lib/api/api.ts'
import { live } from '$lib/api/live.svelte.ts'
import { session } from '$lib/api/session.svelte.ts'
import type { RemoteGame } from '$lib/game/remote-game.svelte.ts'
import { m } from '$lib/paraglide/messages.js'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { NoteField } from './note-field.svelte.ts'
import { forgetUnsaved, unsavedOf } from './unsaved-notes.ts'

/** What a player notes of a game, for themselves alone: on the whole of it, and on each position. */
export class Notes {
  readonly remote: RemoteGame
  state = $state<'loading' | 'ready' | 'failed'>('loading')
  /** Why they could not be loaded. */
  failure = $state.raw<unknown>(null)
  /** By position; null: on the whole game. */
  readonly #fields = new SvelteMap<number | null, NoteField>()

  constructor(remote: RemoteGame) {
    this.remote = remote
  }

  /** The positions with a note, by number. */
  readonly noted = $derived.by((): number[] =>
    [...this.#fields].flatMap(([ply, { text }]) => (ply !== null && text.trim() ? [ply] : [])),
  )

  /** The note on a position, or with null on the whole game. Not while rendering: `at` reads, this makes. */
  field(ply: number | null): NoteField {
    const there = this.#fields.get(ply)
    if (there) return there
    const { id: game } = this.remote
    const params = { id: game }
    const made = new NoteField(
      { player: session.account?.id ?? 0, game, ply },
      {
        save: ({ text, knownAt }) => {
          const body = { text, knownAt }
          return this.#asked(
            ply === null
              ? api.call('setGameNote', { params, body })
              : api.call('setNote', { params: { id: game, ply }, body }),
          )
        },
        fetch: async () => {
          const { items } = await this.#asked(api.call('listNotes', { params }))
          return items.find((note) => note.ply === ply) ?? { ply, text: '', updatedAt: null }
        },
        onmerge: () => showToast(m.notes_merged(), 'warning'),
      },
    )
    this.#fields.set(ply, made)
    return made
  }

  /** Keeps them fetched and saved; for an effect. @returns what ends it, with everything on its way to the server */
  follow(): (() => void) | undefined {
    if (!this.remote.me) return
    this.load()
    const saveAll = () => {
      for (const field of this.#fields.values()) field.save()
    }
    const onhide = () => {
      if (document.visibilityState === 'hidden') saveAll()
    }
    const endReconnects = live().onReconnect(() => {
      saveAll()
      this.load()
    })
    document.addEventListener('visibilitychange', onhide)
    window.addEventListener('online', saveAll)
    return () => {
      saveAll()
      endReconnects()
      document.removeEventListener('visibilitychange', onhide)
      window.removeEventListener('online', saveAll)
    }
  }

  /** Fetches what there is, and goes on with what never reached the server. Never throws. */
  async load(): Promise<void> {
    const { id } = this.remote
    const player = session.account?.id
    if (player === undefined) return
    try {
      const { items } = await this.#asked(api.call('listNotes', { params: { id } }))
      this.#take(items)
      this.state = 'ready'
      this.failure = null
    } catch (error) {
      this.failure = error
      if (this.state === 'loading') this.state = 'failed'
      return
    }
    for (const [ply, unsaved] of unsavedOf(player, id)) {
      const field = this.field(ply)
      if (field.text === unsaved.text && field.state === 'kept') forgetUnsaved(field.place)
      else field.resume(unsaved)
    }
  }

  /** What is not among them was removed elsewhere. */
  #take(items: readonly Note[]): void {
    for (const note of items) this.field(note.ply).take(note)
    const there = new Set(items.map(({ ply }) => ply))
    for (const [ply, field] of this.#fields)
      if (!there.has(ply)) field.take({ ply, text: '', updatedAt: null })
  }

  async #asked<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } catch (error) {
      this.remote.handleUnauthenticated(error)
      throw error
    }
  }
}
