import { ApiError } from '@tegenzet/client'
import type { Note } from '@tegenzet/contract'
import { forgetUnsaved, keepUnsaved, type Place, type Unsaved } from './unsaved-notes.ts'

/** Between the last letter and saving, in milliseconds. */
export const PAUSE = 800

/** How a note reaches the server. */
export interface NoteCalls {
  /** @throws ApiError `conflict` where the note was changed elsewhere since `knownAt` */
  save(unsaved: Unsaved): Promise<Note>
  fetch(): Promise<Note>
  /** What was written here and what was written elsewhere have come to stand in it together. */
  onmerge(): void
}

/** One note: what is written, what the server has of it, and the way between. What is written is saved by itself. */
export class NoteField {
  readonly place: Place
  /** `waiting`: written, and about to be saved. */
  state = $state<'kept' | 'waiting' | 'saving' | 'failed'>('kept')
  /** Why it was not saved. */
  failure = $state.raw<unknown>(null)
  #text = $state('')
  /** As the server has it. */
  #kept: Unsaved = { text: '', knownAt: null }
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #calls: NoteCalls

  constructor(place: Place, calls: NoteCalls) {
    this.place = place
    this.#calls = calls
  }

  get text(): string {
    return this.#text
  }

  /** Writes: kept on this device at once, and by the server after a pause. */
  set text(text: string) {
    if (text === this.#text) return
    this.#write(text)
    if (this.state !== 'saving') this.#later()
  }

  /** The server has this. What is being written here stays. */
  take({ text, updatedAt }: Note): void {
    if (this.state !== 'kept') return
    this.#kept = { text, knownAt: updatedAt }
    this.#text = text
  }

  /** Goes on with what was written on this device before and never reached the server. */
  async resume({ text, knownAt }: Unsaved): Promise<void> {
    if (this.state !== 'kept') return
    this.#text = text
    if (knownAt !== this.#kept.knownAt) this.#kept = { text: '', knownAt }
    this.state = 'waiting'
    await this.save()
  }

  /** Saves at once what is not saved. Never throws: what fails stays on this device, to be tried again. */
  async save(): Promise<void> {
    clearTimeout(this.#timer)
    if (this.state === 'kept' || this.state === 'saving') return
    this.state = 'saving'
    try {
      while (!(await this.#send(this.#text)));
      this.failure = null
      // Written on meanwhile.
      if (this.#text !== this.#kept.text) return this.#later()
      this.state = 'kept'
      forgetUnsaved(this.place)
    } catch (error) {
      this.failure = error
      this.state = 'failed'
    }
  }

  #write(text: string): void {
    this.#text = text
    keepUnsaved(this.place, { text, knownAt: this.#kept.knownAt })
  }

  #later(): void {
    this.state = 'waiting'
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.save(), PAUSE)
  }

  /** @returns whether the server has it; else it is to be sent again, with what was written elsewhere */
  async #send(text: string): Promise<boolean> {
    try {
      const { updatedAt } = await this.#calls.save({ text, knownAt: this.#kept.knownAt })
      this.#kept = { text, knownAt: updatedAt }
      return true
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'conflict') throw error
    }
    const theirs = await this.#calls.fetch()
    this.#kept = { text: theirs.text, knownAt: theirs.updatedAt }
    // It had arrived, and only the answer had not.
    if (theirs.text === text) return true
    const both = together(theirs.text, this.#text)
    if (both !== theirs.text && both !== this.#text) this.#calls.onmerge()
    this.#write(both)
    return both === theirs.text
  }
}

/** One text with all that two of them say. */
function together(theirs: string, mine: string): string {
  if (theirs.includes(mine.trim())) return theirs
  if (mine.includes(theirs.trim())) return mine
  return `${theirs.trimEnd()}\n\n${mine}`
}
