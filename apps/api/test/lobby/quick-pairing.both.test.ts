import type { Clock } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { codeOf } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
let serial = 0
/** Different in each test, so that no challenge is left over from another. */
let clock: Clock
beforeAll(async () => {
  server = await startServer({ env: { MAX_ACTIVE_GAMES: '3' } })
})
afterAll(() => server?.close())
beforeEach(async () => {
  clock = { kind: 'per-move', days: ++serial }
  anna = await server.player(`anna${serial}`)
  bram = await server.player(`bram${serial}`)
})

const pair = (player: TestPlayer, terms: object = {}) =>
  player.call('quickPair', { body: { rules: 'muehle', clock, ...terms } })
const challenge = async (player: TestPlayer, terms: object = {}): Promise<number> => {
  const body = { rules: 'muehle', colour: 'white', clock, ...terms }
  return (await player.call('createChallenge', { body })).body.id
}

describe('a quick pairing', () => {
  test('makes an open challenge, which the next player takes', async () => {
    const first = await pair(anna)
    expect([first.status, first.body.game]).toEqual([201, null])
    expect(first.body.challenge).toMatchObject({
      state: 'open',
      opponent: null,
      invite: false,
      rated: false,
      clock,
    })
    // asking again makes no second one
    expect((await pair(anna)).body).toEqual(first.body)
    const second = await pair(bram)
    const { id } = first.body.challenge
    expect(second.body.challenge).toMatchObject({ id, state: 'accepted', game: second.body.game.id })
    expect([second.body.game.white.id, second.body.game.black.id].sort()).toEqual([anna.id, bram.id].sort())
    expect((await server.call('getGame', { params: { id: second.body.game.id } })).status).toBe(200)
  })

  test('takes the challenge that has waited longest', async () => {
    const cato = await server.player(`cato${serial}`)
    const ids = [await challenge(anna), await challenge(bram)]
    expect((await pair(cato)).body.challenge.id).toBe(ids[0])
    expect((await pair(cato)).body.challenge.id).toBe(ids[1])
  })

  test('takes and makes rated challenges only if asked for, and those first', async () => {
    const unrated = await challenge(anna)
    const rated = await challenge(anna, { rated: true })
    const cato = await server.player(`cato${serial}`)
    const robot = await server.player(`robot${serial}`, { kind: 'bot' })
    const taken = await pair(bram, { rated: true })
    expect(taken.body).toMatchObject({ challenge: { id: rated }, game: { rated: true } })
    expect((await pair(cato, { rated: true })).body).toMatchObject({
      challenge: { id: unrated },
      game: { rated: false },
    })
    const made = await pair(bram, { rated: true })
    expect(made.body).toMatchObject({ challenge: { rated: true }, game: null })
    // a person and a bot cannot play rated
    expect((await pair(robot, { rated: true })).body.game).toBeNull()
    expect((await pair(bram)).body).toMatchObject({ challenge: { rated: false }, game: null })
    expect((await pair(cato, { rated: true })).body).toMatchObject({
      challenge: { id: made.body.challenge.id },
      game: { rated: true },
    })
  })

  test('takes none on other terms, for people the player has blocked, or that are not for everybody', async () => {
    await challenge(anna, { rules: 'molenspel' })
    await challenge(anna, { clock: { kind: 'per-move', days: 14 } })
    await challenge(anna, { rated: true })
    await challenge(anna, { invite: true })
    await challenge(anna, { opponent: bram.username })
    expect((await pair(bram)).body.game).toBeNull()
    const cato = await server.player(`cato${serial}`)
    await cato.call('block', { params: { username: bram.username } })
    expect((await pair(cato)).body.game).toBeNull()
  })

  test('leaves people who want to play people to people', async () => {
    await challenge(anna, { bots: false })
    const robot = await server.player(`robot${serial}`, { kind: 'bot' })
    expect((await pair(robot)).body.game).toBeNull()
  })

  test('skips players who have the most games allowed, and refuses a player who has', async () => {
    await challenge(anna)
    const id = await challenge(bram)
    const dirk = await server.player(`dirk${serial}`)
    for (let n = 0; n < 3; n++) {
      const body = { rules: 'halma', opponent: anna.username, clock }
      const made = await dirk.call('createChallenge', { body })
      await anna.call('acceptChallenge', { params: { id: made.body.id } })
    }
    const cato = await server.player(`cato${serial}`)
    expect((await pair(cato)).body.challenge.id).toBe(id)
    expect(codeOf(await pair(dirk))).toBe('limit-reached')
  })

  test('pairs players who ask at the same time with each other', async () => {
    const players = await Promise.all(Array.from({ length: 8 }, (_, n) => server.player(`p${serial}x${n}`)))
    const answers = await Promise.all(players.map((player) => pair(player)))
    const games = answers.flatMap(({ body }) => body.game?.id ?? [])
    expect(new Set(games).size).toBe(4)
    expect(games).toHaveLength(4)
    expect(
      (await server.call('listChallenges', { query: { rules: 'muehle' } })).body.items.filter(
        (each: { clock: { days: number } }) => each.clock.days === serial,
      ),
    ).toEqual([])
  })
})
