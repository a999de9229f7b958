import { ApiError, NetworkError } from '@tegenzet/client'
import type { Note } from '@tegenzet/contract'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { NoteField, PAUSE } from './note-field.svelte.ts'
import { unsavedOf } from './unsaved-notes.ts'

const place = { player: 1, game: 100001, ply: 5 }

/** A server with one note, that decides as the real one does. */
class Server {
  note: Note = { ply: 5, text: '', updatedAt: null }
  saves = 0
  merges = 0
  /** What befalls the next call. */
  trouble: 'none' | 'unreached' | 'answer-lost' = 'none'
  #clock = 0

  write(text: string): Note {
    this.note = { ply: 5, text, updatedAt: new Date(++this.#clock).toISOString() }
    return this.note
  }

  field(): NoteField {
    return new NoteField(place, {
      save: async ({ text, knownAt }) => {
        this.saves++
        if (this.trouble === 'unreached') throw new NetworkError('gone')
        if (knownAt !== this.note.updatedAt)
          throw new ApiError({ type: '', title: '', status: 409, detail: '', code: 'conflict' })
        this.write(text)
        if (this.trouble === 'answer-lost') {
          this.trouble = 'none'
          throw new NetworkError('gone')
        }
        return this.note
      },
      fetch: async () => this.note,
      onmerge: () => {
        this.merges++
      },
    })
  }
}

let server: Server
let field: NoteField
const unsaved = () => unsavedOf(1, 100001).get(5)?.text

beforeEach(() => {
  vi.useFakeTimers()
  localStorage.clear()
  server = new Server()
  field = server.field()
})
afterEach(() => vi.useRealTimers())

describe('a note', () => {
  it('is saved by itself once one stops writing, and not at each letter', async () => {
    for (const text of ['d', 'd6', 'd6!']) {
      field.text = text
      await vi.advanceTimersByTimeAsync(PAUSE / 2)
    }
    expect(server.saves).toBe(0)
    expect(field.state).toBe('waiting')
    expect(unsaved()).toBe('d6!')
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(server.saves).toBe(1)
    expect(server.note.text).toBe('d6!')
    expect(field.state).toBe('kept')
    expect(unsaved()).toBeUndefined()
  })

  it('is saved at once where one leaves it', async () => {
    field.text = 'd6'
    await field.save()
    expect(server.note.text).toBe('d6')
    await vi.runAllTimersAsync()
    expect(server.saves).toBe(1)
  })

  it('is saved again where one writes on while it is being saved', async () => {
    field.text = 'd6'
    const saving = field.save()
    field.text = 'd6 is weak'
    await saving
    expect(field.state).toBe('waiting')
    expect(unsaved()).toBe('d6 is weak')
    await vi.advanceTimersByTimeAsync(PAUSE)
    expect(server.note.text).toBe('d6 is weak')
    expect(field.state).toBe('kept')
  })

  it('stays on the device while the server is out of reach, also when the page is opened anew', async () => {
    server.trouble = 'unreached'
    field.text = 'd6'
    await field.save()
    expect(field.state).toBe('failed')
    expect(field.failure).toBeInstanceOf(NetworkError)
    expect(unsaved()).toBe('d6')

    server.trouble = 'none'
    const opened = server.field()
    opened.take(server.note)
    await opened.resume({ text: 'd6', knownAt: null })
    expect(server.note.text).toBe('d6')
    expect(unsaved()).toBeUndefined()
    await field.save()
    expect([field.state, server.note.text, server.merges]).toEqual(['kept', 'd6', 0])
  })

  it('is not doubled where it had arrived and only the answer was lost', async () => {
    server.trouble = 'answer-lost'
    field.text = 'd6'
    await field.save()
    expect(field.state).toBe('failed')
    await field.save()
    expect([field.state, server.note.text, server.merges]).toEqual(['kept', 'd6', 0])
  })

  it('keeps what was written elsewhere meanwhile beside what was written here, and says so', async () => {
    field.take(server.write('begun'))
    field.text = 'begun: keep b6'
    server.write('begun: watch d6')
    await field.save()
    expect(server.note.text).toBe('begun: watch d6\n\nbegun: keep b6')
    expect(field.text).toBe(server.note.text)
    expect([field.state, server.merges]).toEqual(['kept', 1])
  })

  it('is not brought back by a device that has less of it', async () => {
    field.take(server.write('begun'))
    field.text = 'begun: keep'
    server.write('begun: keep b6')
    await field.save()
    expect([field.text, server.note.text, server.merges]).toEqual(['begun: keep b6', 'begun: keep b6', 0])
  })

  it('takes what the server has only where nothing is being written', () => {
    field.text = 'here'
    field.take(server.write('there'))
    expect(field.text).toBe('here')
  })
})

it('notes of another game, or of who else logs in on the device, are not taken up', () => {
  server.trouble = 'unreached'
  field.text = 'mine'
  expect(unsavedOf(1, 100001).size).toBe(1)
  expect(unsavedOf(11, 100001).size).toBe(0)
  expect(unsavedOf(1, 10000).size).toBe(0)
})
