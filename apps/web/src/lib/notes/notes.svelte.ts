import type { Note } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'
import { SvelteMap } from 'svelte/reactivity'
import { api } from '$lib/api/api.ts'
import { live } from '$lib/api/live.svelte.ts'
import { session } from '$lib/api/session.svelte.ts'
import type { RemoteGame } from '$lib/game/remote-game.svelte.ts'
import { showToast } from '$lib/ui/toasts.svelte.ts'
import { NoteField } from './note-field.svelte.ts'
import { loadUnsavedNotes, removeUnsavedNote } from './unsaved-notes.ts'

/** A player's private notes on a game: one on the whole game, and one on each position. */
export class Notes {
  readonly #game: RemoteGame
  state = $state<'loading' | 'ready' | 'failed'>('loading')
  /** Why they could not be loaded. */
  loadError = $state.raw<unknown>(null)
  /** By position; null for the whole game. */
  readonly #fields = new SvelteMap<number | null, NoteField>()

  constructor(game: RemoteGame) {
    this.#game = game
  }

  /** The numbers of the positions with a note. */
  readonly noted = $derived.by((): number[] =>
    [...this.#fields].flatMap(([ply, { text }]) => (ply !== null && text.trim() ? [ply] : [])),
  )

  /** The note on a position, or on the whole game (null). It is created if needed, so this cannot be called in derived state. */
  field(ply: number | null): NoteField {
    const existing = this.#fields.get(ply)
    if (existing) return existing
    const { id: game } = this.#game
    const params = { id: game }
    const field = new NoteField(
      { player: session.accountId ?? 0, game, ply },
      {
        save: ({ text, knownAt }) => {
          const body = { text, knownAt }
          return this.#check(
            ply === null
              ? api.call('setGameNote', { params, body })
              : api.call('setNote', { params: { id: game, ply }, body }),
          )
        },
        load: async () => {
          const { items } = await this.#check(api.call('listNotes', { params }))
          return items.find((note) => note.ply === ply) ?? { ply, text: '', updatedAt: null }
        },
        onmerge: () => showToast(m.notes_merged(), 'warning'),
      },
    )
    this.#fields.set(ply, field)
    return field
  }

  /** Loads the notes and keeps them saved; call it in an effect. @returns the clean-up, which saves everything */
  follow(): (() => void) | undefined {
    if (!this.#game.me) return
    this.load()
    const saveAll = () => {
      for (const field of this.#fields.values()) field.save()
    }
    const onhide = () => {
      if (document.visibilityState === 'hidden') saveAll()
    }
    const endOpenings = live().onOpen(() => {
      saveAll()
      this.load()
    })
    document.addEventListener('visibilitychange', onhide)
    window.addEventListener('online', saveAll)
    return () => {
      saveAll()
      endOpenings()
      document.removeEventListener('visibilitychange', onhide)
      window.removeEventListener('online', saveAll)
    }
  }

  /** Loads the notes, and restores edits that never reached the server. Never throws: an error goes to `loadError`. */
  async load(): Promise<void> {
    const { id } = this.#game
    const player = session.accountId
    if (player === null) return
    try {
      const { items } = await this.#check(api.call('listNotes', { params: { id } }))
      this.#receive(items)
      this.state = 'ready'
      this.loadError = null
    } catch (error) {
      this.loadError = error
      if (this.state === 'loading') this.state = 'failed'
      return
    }
    for (const [ply, unsaved] of loadUnsavedNotes(player, id)) {
      const field = this.field(ply)
      if (field.text === unsaved.text && field.state === 'saved') removeUnsavedNote(field.key)
      else field.restore(unsaved)
    }
  }

  /** A note that is missing was removed elsewhere. */
  #receive(items: readonly Note[]): void {
    for (const note of items) this.field(note.ply).receive(note)
    const present = new Set(items.map(({ ply }) => ply))
    for (const [ply, field] of this.#fields)
      if (!present.has(ply)) field.receive({ ply, text: '', updatedAt: null })
  }

  async #check<T>(call: Promise<T>): Promise<T> {
    try {
      return await call
    } catch (error) {
      this.#game.handleUnauthenticated(error)
      throw error
    }
  }
}
