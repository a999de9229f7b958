import { ApiError } from '@tegenzet/client'
import type { Note } from '@tegenzet/contract'
import { type NoteKey, removeUnsavedNote, storeUnsavedNote, type UnsavedNote } from './unsaved-notes.ts'

/** The time between the last keystroke and saving. */
export const SAVE_DELAY_MS = 800

/** The server calls of a note. */
export interface NoteCalls {
  /** @throws ApiError `conflict` if the note was changed elsewhere since `knownAt` */
  save(note: UnsavedNote): Promise<Note>
  load(): Promise<Note>
  /** Text from this device and text from elsewhere were merged. */
  onmerge(): void
}

/** The editable text of one note, which is saved automatically. */
export class NoteField {
  readonly key: NoteKey
  /** `waiting`: edited, and about to be saved. */
  state = $state<'saved' | 'waiting' | 'saving' | 'failed'>('saved')
  /** Why it could not be saved. */
  error = $state.raw<unknown>(null)
  #text = $state('')
  /** The version the server has. */
  #saved: UnsavedNote = { text: '', knownAt: null }
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #calls: NoteCalls

  constructor(key: NoteKey, calls: NoteCalls) {
    this.key = key
    this.#calls = calls
  }

  get text(): string {
    return this.#text
  }

  /** Stores the text on this device at once, and on the server after a delay. */
  set text(text: string) {
    if (text === this.#text) return
    this.#store(text)
    if (this.state !== 'saving') this.#saveLater()
  }

  /** Shows the server's version, unless there are unsaved edits. */
  receive({ text, updatedAt }: Note): void {
    if (this.state !== 'saved') return
    this.#saved = { text, knownAt: updatedAt }
    this.#text = text
  }

  /** Restores and saves edits that were stored on this device but never reached the server. */
  async restore({ text, knownAt }: UnsavedNote): Promise<void> {
    if (this.state !== 'saved') return
    this.#text = text
    if (knownAt !== this.#saved.knownAt) this.#saved = { text: '', knownAt }
    this.state = 'waiting'
    await this.save()
  }

  /** Saves unsaved edits at once. Never throws: after an error the text stays on this device. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.state === 'saved' || this.state === 'saving') return
    this.state = 'saving'
    try {
      while (!(await this.#send(this.#text)));
      this.error = null
      // Edited while it was being saved.
      if (this.#text !== this.#saved.text) return this.#saveLater()
      this.state = 'saved'
      removeUnsavedNote(this.key)
    } catch (error) {
      this.error = error
      this.state = 'failed'
    }
  }

  #store(text: string): void {
    this.#text = text
    storeUnsavedNote(this.key, { text, knownAt: this.#saved.knownAt })
  }

  #saveLater(): void {
    this.state = 'waiting'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.save(), SAVE_DELAY_MS)
  }

  /** @returns false if the text was merged with a newer version and has to be sent again */
  async #send(text: string): Promise<boolean> {
    try {
      const { updatedAt } = await this.#calls.save({ text, knownAt: this.#saved.knownAt })
      this.#saved = { text, knownAt: updatedAt }
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    }
    const theirs = await this.#calls.load()
    this.#saved = { text: theirs.text, knownAt: theirs.updatedAt }
    // An earlier attempt arrived, and only its answer was lost.
    if (theirs.text === text) return true
    const merged = merge(theirs.text, this.#text)
    if (merged !== theirs.text && merged !== this.#text) this.#calls.onmerge()
    this.#store(merged)
    return merged === theirs.text
  }
}

function merge(theirs: string, mine: string): string {
  if (theirs.includes(mine.trim())) return theirs
  if (mine.includes(theirs.trim())) return mine
  return `${theirs.trimEnd()}\n\n${mine}`
}
