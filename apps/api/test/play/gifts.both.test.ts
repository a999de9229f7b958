import { randomUUID } from 'node:crypto'
import type { Clock, Game, Message } from '@tegenzet/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { notificationsOf } from '../server/notifications-of.ts'
import { beginGame, playMoves } from './begin-game.ts'
import { fileRepetition, gameWithRepetition } from './repetition-games.ts'

// A Friday
const START = '2026-11-20T12:00:00.000Z'
const HOUR = 3600 * 1000
const DAY = 24 * HOUR

let server: TestServer
let anna: TestPlayer
let bram: TestPlayer
beforeAll(async () => {
  server = await startServer({ now: START })
  anna = await server.player('anna')
  bram = await server.player('bram')
})
beforeEach(() => server.clock.set(START))
afterAll(() => server?.close())

const give = (by: TestPlayer, { id }: { id: number }, days: unknown, key: string = randomUUID()) =>
  by.call('giveTime', { params: { id }, body: { days }, headers: { 'idempotency-key': key } })
const given = async (by: TestPlayer, game: Game, days: number): Promise<Game> => {
  const { status, body } = await give(by, game, days)
  expect([status, body.code]).toEqual([200, undefined])
  return body.game
}
const refusal = async (by: TestPlayer, game: { id: number }, days = 1) => {
  const { status, body } = await give(by, game, days)
  return [status, body.code, body.reason]
}
const messages = async ({ id }: Game): Promise<Message[]> =>
  (await anna.call('listMessages', { params: { id } })).body.items
const at = (ms: number) => new Date(Date.parse(START) + ms).toISOString()
const left = ({ clocks: { white, black } }: Game) => [white.remainingMs, black.remainingMs]
const bank = (days: number, incrementHours: number, capDays: number): Clock => ({
  kind: 'bank',
  days,
  incrementHours,
  capDays,
})

describe('a gift with a clock per move', () => {
  it('extends the turn that is running, to the millisecond', async () => {
    const game = await beginGame(anna, bram)
    server.clock.advance(DAY + 1)
    const after = await given(bram, game, 3)
    expect(after).toMatchObject({ version: game.version + 1, ply: 0, deadline: at(6 * DAY) })
    expect(left(after)).toEqual([5 * DAY - 1, 3 * DAY])
    server.clock.set(at(6 * DAY))
    const moved = await playMoves(after, anna, bram, ['d6'])
    expect(left(moved)).toEqual([3 * DAY, 3 * DAY])
  })

  it('is kept for the opponent’s next turn, adds up, and lapses with that turn', async () => {
    const game = await beginGame(anna, bram)
    await given(anna, game, 2)
    const kept = await given(anna, game, 3)
    expect([left(kept), kept.deadline]).toEqual([[3 * DAY, 8 * DAY], game.deadline])
    const moved = await playMoves(kept, anna, bram, ['d6'])
    expect(moved.deadline).toBe(at(8 * DAY))
    const answered = await playMoves(moved, anna, bram, ['f4', 'd2'])
    expect(answered.deadline).toBe(at(3 * DAY))
  })

  it('does not lose days to the opponent’s days off, vacation or quiet hours', async () => {
    const cora = await server.player('cora')
    await cora.call('updateAccount', {
      body: { timezone: 'UTC', daysOff: [6, 7], quietHours: { from: '22:00', to: '06:00' } },
    })
    const game = await beginGame(cora, anna)
    // Friday noon: three days are Friday, Monday, Tuesday and Wednesday until noon
    expect(game.deadline).toBe(at(5 * DAY))
    const longer = await given(anna, game, 3)
    expect(longer.deadline).toBe(at(10 * DAY))
    // from Friday noon to Sunday noon: half a day more, which ends in quiet hours
    const until = at(9 * DAY)
    await cora.call('takeVacation', { body: { from: at(7 * DAY), until, anyway: true } })
    const { body } = await anna.call('getGame', { params: { id: game.id } })
    expect(body.deadline).toBe(at(10.75 * DAY))
    expect((await given(anna, body, 1)).deadline).toBe(at(11.75 * DAY))
  })
})

describe('a gift with a bank', () => {
  it('may exceed the cap, and the increment takes none of it away', async () => {
    const game = await beginGame(anna, bram, { clock: bank(20, 24, 20) })
    const after = await given(bram, game, 2)
    expect([left(after), after.deadline]).toEqual([[22 * DAY, 20 * DAY], at(22 * DAY)])
    server.clock.advance(HOUR)
    expect(left(await playMoves(after, anna, bram, ['d6']))).toEqual([22 * DAY - HOUR, 20 * DAY])
  })

  it('is at most a tenth of it in whole days, at least one', async () => {
    const long = await beginGame(anna, bram, { clock: bank(29, 0, 29) })
    expect(await refusal(anna, long, 3)).toEqual([422, 'gift-refused', 'too-long'])
    await given(anna, long, 2)
    const short = await beginGame(anna, bram, { clock: bank(2, 0, 2) })
    await given(anna, short, 1)
    expect(await refusal(anna, short, 2)).toEqual([422, 'gift-refused', 'too-long'])
  })
})

describe('a gift', () => {
  it('is written with the messages, told the opponent, and in the events of both', async () => {
    const game = await beginGame(anna, bram)
    server.published.events.length = 0
    const after = await given(anna, game, 3)
    const message = { by: 'white', ply: 0, kind: 'gift', days: 3, offer: null, text: '', createdAt: START }
    expect(await messages(game)).toEqual([{ id: expect.any(Number), game: game.id, ...message }])
    const both = [anna.id, bram.id]
    expect(server.published.events).toMatchObject([
      { event: { type: 'game', game: { id: game.id, version: after.version } }, playerIds: both },
      { event: { type: 'message', message }, playerIds: both },
    ])
    const [newest] = await notificationsOf(server, bram)
    expect(newest).toEqual({ kind: 'time-given', by: 'anna', rules: 'muehle', days: 3 })
    const [own] = await notificationsOf(server, anna)
    expect(own).toMatchObject({ kind: 'game-begun', by: 'bram' })
  })

  it('is in the records of the game', async () => {
    const game = await beginGame(anna, bram)
    await given(anna, game, 3)
    await playMoves(game, anna, bram, ['d6'])
    await given(bram, game, 1)
    await given(anna, game, 2)
    const record = async (format: string) =>
      (await anna.call('exportGame', { params: { id: game.id }, query: { format } })).body
    expect((await record('json')).gifts).toEqual([
      { ply: 0, by: 'white', days: 3 },
      { ply: 1, by: 'black', days: 1 },
      { ply: 1, by: 'white', days: 2 },
    ])
    expect(await record('text')).toContain('\nGiven by anna: 5 days\nGiven by bram: 1 day\n')
    expect(await record('pgn')).toContain('[GivenByWhite "432000"]\n[GivenByBlack "86400"]\n')
  })

  it('leaves an open offer, the ply and the messages a player may write', async () => {
    const game = await beginGame(anna, bram)
    await anna.call('offerDraw', { params: { id: game.id } })
    const after = await given(bram, game, 1)
    expect([after.drawOffer?.state, after.ply]).toEqual(['open', 0])
  })

  it('needs an Idempotency-Key, with which it is given once', async () => {
    const game = await beginGame(anna, bram)
    const bare = await anna.call('giveTime', { params: { id: game.id }, body: { days: 1 } })
    expect([bare.status, bare.body.code]).toEqual([400, 'validation'])
    const answers = [await give(anna, game, 1, 'k'), await give(anna, game, 1, 'k')]
    expect(answers.map(({ body }) => left(body.game))).toEqual(Array(2).fill([3 * DAY, 4 * DAY]))
    expect(await messages(game)).toHaveLength(1)
  })

  it('is refused beyond ten of a player, whatever the opponent gave', async () => {
    const game = await beginGame(anna, bram)
    for (let n = 0; n < 10; n++) await given(anna, game, 1)
    expect(await refusal(anna, game)).toEqual([422, 'gift-refused', 'too-many'])
    await given(bram, game, 1)
  })

  it('is not counted beyond ten when all come at once', async () => {
    const game = await beginGame(anna, bram)
    const answers = await Promise.all(Array.from({ length: 12 }, () => give(anna, game, 1)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(left((await anna.call('getGame', { params: { id: game.id } })).body)).toEqual([3 * DAY, 13 * DAY])
  })

  it.each([[0], [-1], [1.5], ['1'], [null]])('of %j days is malformed', async (days) => {
    expect((await give(anna, await beginGame(anna, bram), days)).status).toBe(400)
  })

  it('is refused beyond the days of a move, to bots, and by strangers', async () => {
    const game = await beginGame(anna, bram)
    expect(await refusal(anna, game, 4)).toEqual([422, 'gift-refused', 'too-long'])
    const bot = await server.player('robot', { kind: 'bot' })
    const withBot = await beginGame(anna, bot)
    expect(await refusal(anna, withBot)).toEqual([422, 'gift-refused', 'bot'])
    await given(bot, withBot, 1)
    expect(await refusal(bot, game)).toEqual([403, 'not-a-player', undefined])
  })

  it('is refused in competitions', async () => {
    for (const player of [bram, anna]) await player.call('enterLadder', { params: { rules: 'muehle' } })
    const challenge = { params: { rules: 'muehle' }, body: { opponent: 'bram' } }
    const { body } = await anna.call('challengeOnLadder', challenge)
    expect(await refusal(anna, body.game)).toEqual([422, 'gift-refused', 'competition'])
  })

  it('is refused while a claim is open, after the time is out, and after the end', async () => {
    const claimed = await gameWithRepetition(server, anna, bram)
    await fileRepetition(anna, claimed)
    expect(await refusal(bram, claimed)).toEqual([409, 'game-frozen', undefined])
    const late = await beginGame(anna, bram)
    server.clock.advance(3 * DAY + 1)
    expect(await refusal(bram, late)).toEqual([409, 'game-over', undefined])
    const over = await beginGame(anna, bram)
    await anna.call('resign', { params: { id: over.id } })
    expect(await refusal(bram, over)).toEqual([409, 'game-over', undefined])
  })
})
