import { ApiError, NetworkError } from '@tegenzet/client'
import type { Note } from '@tegenzet/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoteField, SAVE_DELAY_MS } from './note-field.svelte.ts'
import { loadUnsavedNotes } from './unsaved-notes.ts'

const key = { player: 1, game: 100001, ply: 5 }

/** A fake server with one note. It refuses conflicting changes as the real one does. */
class Server {
  note: Note = { ply: 5, text: '', updatedAt: null }
  saves = 0
  merges = 0
  /** What goes wrong with the next call. */
  failure: 'none' | 'unreachable' | 'answer-lost' = 'none'
  #clock = 0

  write(text: string): Note {
    this.note = { ply: 5, text, updatedAt: new Date(++this.#clock).toISOString() }
    return this.note
  }

  field(): NoteField {
    return new NoteField(key, {
      save: async ({ text, knownAt }) => {
        this.saves++
        if (this.failure === 'unreachable') throw new NetworkError('gone')
        if (knownAt !== this.note.updatedAt)
          throw new ApiError({ type: '', title: '', status: 409, detail: '', code: 'conflict' })
        this.write(text)
        if (this.failure === 'answer-lost') {
          this.failure = 'none'
          throw new NetworkError('gone')
        }
        return this.note
      },
      load: async () => this.note,
      onmerge: () => {
        this.merges++
      },
    })
  }
}

let server: Server
let field: NoteField
const unsaved = () => loadUnsavedNotes(1, 100001).get(5)?.text

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  server = new Server()
  field = server.field()
})
afterEach(() => vi.useRealTimers())

describe('a note', () => {
  it('is saved when the writer pauses, not at every keystroke', async () => {
    for (const text of ['d', 'd6', 'd6!']) {
      field.text = text
      await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS / 2)
    }
    expect(server.saves).toBe(0)
    expect(field.state).toBe('waiting')
    expect(unsaved()).toBe('d6!')
    await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS)
    expect(server.saves).toBe(1)
    expect(server.note.text).toBe('d6!')
    expect(field.state).toBe('saved')
    expect(unsaved()).toBeUndefined()
  })

  it('can be saved at once', async () => {
    field.text = 'd6'
    await field.save()
    expect(server.note.text).toBe('d6')
    await vi.runAllTimersAsync()
    expect(server.saves).toBe(1)
  })

  it('is saved again if it is edited while it is being saved', async () => {
    field.text = 'd6'
    const saving = field.save()
    field.text = 'd6 is weak'
    await saving
    expect(field.state).toBe('waiting')
    expect(unsaved()).toBe('d6 is weak')
    await vi.advanceTimersByTimeAsync(SAVE_DELAY_MS)
    expect(server.note.text).toBe('d6 is weak')
    expect(field.state).toBe('saved')
  })

  it('stays on the device while the server is unreachable, even if the page is reopened', async () => {
    server.failure = 'unreachable'
    field.text = 'd6'
    await field.save()
    expect(field.state).toBe('failed')
    expect(field.error).toBeInstanceOf(NetworkError)
    expect(unsaved()).toBe('d6')

    server.failure = 'none'
    const opened = server.field()
    opened.receive(server.note)
    await opened.restore({ text: 'd6', knownAt: null })
    expect(server.note.text).toBe('d6')
    expect(unsaved()).toBeUndefined()
    await field.save()
    expect([field.state, server.note.text, server.merges]).toEqual(['saved', 'd6', 0])
  })

  it('is not duplicated if it arrived but the answer was lost', async () => {
    server.failure = 'answer-lost'
    field.text = 'd6'
    await field.save()
    expect(field.state).toBe('failed')
    await field.save()
    expect([field.state, server.note.text, server.merges]).toEqual(['saved', 'd6', 0])
  })

  it('merges text written elsewhere in the meantime, and reports it', async () => {
    field.receive(server.write('begun'))
    field.text = 'begun: keep b6'
    server.write('begun: watch d6')
    await field.save()
    expect(server.note.text).toBe('begun: watch d6\n\nbegun: keep b6')
    expect(field.text).toBe(server.note.text)
    expect([field.state, server.merges]).toEqual(['saved', 1])
  })

  it('keeps the longer text if one version contains the other', async () => {
    field.receive(server.write('begun'))
    field.text = 'begun: keep'
    server.write('begun: keep b6')
    await field.save()
    expect([field.text, server.note.text, server.merges]).toEqual(['begun: keep b6', 'begun: keep b6', 0])
  })

  it('does not replace unsaved edits with the server’s version', () => {
    field.text = 'here'
    field.receive(server.write('there'))
    expect(field.text).toBe('here')
  })
})

it('unsaved notes belong to one player and one game', () => {
  server.failure = 'unreachable'
  field.text = 'mine'
  expect(loadUnsavedNotes(1, 100001).size).toBe(1)
  expect(loadUnsavedNotes(11, 100001).size).toBe(0)
  expect(loadUnsavedNotes(1, 10000).size).toBe(0)
})
