import type { Game, Note } from '@tegenzet/contract'
import { MAX_NOTE_LENGTH } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { beginGame, playMoves } from './begin-game.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let game: Game
beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
  bram = await server.player('bram')
})
afterAll(() => server.close())
beforeEach(async () => {
  server.clock.advance(60_000)
  game = await playMoves(await beginGame(anna, bram), anna, bram, ['d6', 'f4'])
})

const note = (player: TestPlayer, ply: number | null, text: string, more: object = {}) =>
  ply === null
    ? player.call('setGameNote', { params: { id: game.id }, body: { text, ...more } })
    : player.call('setNote', { params: { id: game.id, ply }, body: { text, ...more } })
const notes = async (player: TestPlayer): Promise<Note[]> =>
  (await player.call('listNotes', { params: { id: game.id } })).body.items
const texts = async (player: TestPlayer) => (await notes(player)).map(({ ply, text }) => [ply, text])

describe('a note', () => {
  test('belongs to a position or the game and is visible to its writer only', async () => {
    const updatedAt = server.clock.now().toISOString()
    const written = await note(anna, 2, 'Rechts is zwak.\r\n\tOf niet? ')
    expect([written.status, written.body]).toEqual([
      200,
      { ply: 2, text: 'Rechts is zwak.\n\tOf niet? ', updatedAt },
    ])
    await note(anna, 0, 'Open met d6')
    await note(anna, null, 'Tegen Bram')
    await note(bram, 2, 'Goed zo')
    await note(anna, 0, 'Open met b6')
    // the note on the start is that on the game
    expect(await texts(anna)).toEqual([
      [null, 'Open met b6'],
      [2, 'Rechts is zwak.\n\tOf niet? '],
    ])
    expect(await texts(bram)).toEqual([[2, 'Goed zo']])
  })

  test('is removed by a text without visible characters', async () => {
    for (const ply of [null, 1]) {
      await note(anna, ply, 'Hm')
      const removed = await note(anna, ply, ' \n\u200b')
      expect([removed.status, removed.body]).toEqual([200, { ply, text: '', updatedAt: null }])
      expect((await note(anna, ply, '')).status).toBe(200)
    }
    expect(await notes(anna)).toEqual([])
  })

  test('stays after the game, and can be written then', async () => {
    await note(anna, 1, 'Toen')
    await anna.call('resign', { params: { id: game.id } })
    await note(anna, 2, 'Daarna')
    expect(await texts(anna)).toEqual([
      [1, 'Toen'],
      [2, 'Daarna'],
    ])
  })

  test('that was changed elsewhere is not overwritten by an old version', async () => {
    const first = (await note(anna, 1, 'Eén', { knownAt: null })).body
    // the answer was lost, so the client repeats it
    expect((await note(anna, 1, 'Eén', { knownAt: null })).body).toEqual(first)
    const phone = (await note(anna, 1, 'Twee', { knownAt: first.updatedAt })).body
    expect(phone.updatedAt > first.updatedAt).toBe(true)
    for (const [text, knownAt] of [
      ['Drie', first.updatedAt],
      ['Drie', null],
      ['', first.updatedAt],
      ['', null],
    ]) {
      const refused = await note(anna, 1, text, { knownAt })
      expect([refused.status, refused.body.code]).toEqual([409, 'conflict'])
    }
    expect(await texts(anna)).toEqual([[1, 'Twee']])
    expect((await note(anna, 1, '', { knownAt: phone.updatedAt })).status).toBe(200)
    // removed in another tab
    expect((await note(anna, 1, 'Vier', { knownAt: phone.updatedAt })).body.code).toBe('conflict')
    expect((await note(anna, 1, 'Vier')).status).toBe(200)
    expect(await texts(anna)).toEqual([[1, 'Vier']])
  })

  test('created concurrently is written once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => note(anna, 1, `Nummer ${n}`, { knownAt: null })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const written = answers.find(({ status }) => status === 200)!.body
    expect(await notes(anna)).toEqual([written])
  })

  test('is refused if too long, not Unicode, on no position, by others, or without the scope', async () => {
    expect((await note(anna, 1, 'x'.repeat(MAX_NOTE_LENGTH))).status).toBe(200)
    expect((await note(anna, 1, '\u{1f600}'.repeat(MAX_NOTE_LENGTH / 2))).status).toBe(200)
    for (const text of ['x'.repeat(MAX_NOTE_LENGTH + 1), 'a\u0000b', '\ud800', 'a\u001bb'])
      expect((await note(anna, 1, text)).body.code).toBe('validation')
    expect((await note(anna, 3, 'Later')).body.code).toBe('not-found')
    expect((await note(anna, Number.MAX_SAFE_INTEGER, 'Nooit')).body.code).toBe('not-found')
    const cato = await server.player(`cato${game.id}`, { scopes: ['game:read'] })
    expect((await note(cato, 1, 'Ik ook')).body.code).toBe('missing-scope')
    expect((await cato.call('listNotes', { params: { id: game.id } })).body.code).toBe('not-a-player')
    expect((await server.call('listNotes', { params: { id: game.id } })).status).toBe(401)
    expect((await anna.call('listNotes', { params: { id: 99 } })).status).toBe(404)
  })
})
