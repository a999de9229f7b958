import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Game } from '@tegenzet/contract'
import { legalMoves, RULE_SET_IDS, type RuleSetId, ruleSet } from '@tegenzet/rules'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createClient } from '../../../../packages/client/src/index.ts'
import { type BotOptions, runBot } from '../../../bot/src/bot.ts'
import { ChallengeAnswers } from '../../../bot/src/challenge-answers.ts'
import { openThinkers, type Think } from '../../../bot/src/thinkers.ts'
import { seeded } from '../../src/demo/seeded.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { type GameTerms, playMoves } from '../play/begin-game.ts'
import {
  gameWithRepetition,
  LAST_PLACING_PLY,
  offerDraw,
  postClaim,
  threeOccurrences,
} from '../play/repetition-games.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const HOUR = 3_600_000

let server: TestServer
let anna: TestPlayer
const thinkers = openThinkers(1)
const fastThink = thinkers.at(2, 20)
let serial = 0

beforeAll(async () => {
  server = await startServer()
  anna = await server.player('anna')
})
afterAll(async () => {
  await thinkers.close()
  await server?.close()
})

const running: { stop: AbortController; ended: Promise<unknown> }[] = []
afterEach(async () => {
  for (const { stop, ended } of running.splice(0)) {
    stop.abort()
    await ended
  }
})

/** Runs a bot in this process until the test ends. */
async function bot(options: Partial<BotOptions> = {}) {
  const player = await server.player(`bot${++serial}`, { kind: 'bot' })
  return { player, ...start(player, options) }
}

function start({ token }: TestPlayer, options: Partial<BotOptions> = {}) {
  const stop = new AbortController()
  const ended = runBot({
    baseUrl: server.url,
    token,
    think: fastThink,
    rules: RULE_SET_IDS,
    maxGames: 50,
    takesOpen: false,
    log: () => {},
    signal: stop.signal,
    ...options,
  }).catch((error) => error)
  running.push({ stop, ended })
  return { stop, ended }
}

const get = async (id: number): Promise<Game> => (await server.call('getGame', { params: { id } })).body
const poll = <T>(ask: () => Promise<T>) => expect.poll(ask, { interval: 20 })

/** Challenges a bot and waits for the game. */
async function begin(
  against: TestPlayer,
  rules: RuleSetId,
  colour: 'white' | 'black' = 'white',
): Promise<Game> {
  const { body } = await anna.call('createChallenge', {
    body: { rules, opponent: against.username, colour, clock: { kind: 'per-move', days: 1 } },
  })
  const state = async () => (await anna.call('getChallenge', { params: { id: body.id } })).body
  await poll(async () => (await state()).game).not.toBeNull()
  return get((await state()).game)
}

/** Waits until anna has to act: the bot has moved or claimed a draw, or the game is over. */
async function waitForBot({ id }: Game): Promise<Game> {
  await poll(async () => {
    const game = await get(id)
    return game.turn === null || game.openClaim !== null || game[game.turn].id === anna.id
  }).toBe(true)
  return get(id)
}

describe('a whole game against random moves', () => {
  // one of each family; all rule sets in the soak test
  it.each(process.env.SOAK ? RULE_SET_IDS : (['molenspel', 'halma'] as const))(
    'is played to its end in %s',
    async (id) => {
      const { player } = await bot()
      const random = seeded(7)
      let game = await begin(player, id, 'black')
      game = await waitForBot(game)
      while (game.turn !== null) {
        if (game.openClaim) {
          const agreed = await anna.call('agreeToClaim', { params: { id: game.openClaim.id } })
          game = agreed.body.game
          continue
        }
        const legal = legalMoves(ruleSet(id), game.position)
        const move = legal[Math.floor(random() * legal.length)]!
        const played = await anna.call('playMove', { params: { id: game.id }, body: { move, ply: game.ply } })
        expect(played.status).toBe(201)
        game = played.body.game
        if (game.turn !== null) game = await waitForBot(game)
      }
      expect(game.status).toBe('finished')
    },
    60_000,
  )
})

it('is played to its end by two bots', async () => {
  const [white, black] = [await bot(), await bot()]
  const { body } = await white.player.call('createChallenge', {
    body: {
      rules: 'moulin',
      opponent: black.player.username,
      colour: 'white',
      clock: { kind: 'per-move', days: 1 },
    },
  })
  const state = async () => (await white.player.call('getChallenge', { params: { id: body.id } })).body
  await poll(async () => (await state()).game).not.toBeNull()
  const { game } = await state()
  await expect.poll(async () => (await get(game)).status).toBe('finished')
})

describe('a bot', () => {
  it('is listed while it is ready, and not after it was stopped', async () => {
    const { player, stop, ended } = await bot({ rules: ['halma'], level: 4, about: 'A test.' })
    const mine = async () =>
      (await server.call('listBots', { query: { limit: 100 } })).body.items.find(
        ({ user }: { user: { id: number } }) => user.id === player.id,
      )
    await poll(mine).toMatchObject({ rules: ['halma'], level: 4, about: 'A test.', house: false })
    stop.abort()
    await ended
    expect(await mine()).toBeUndefined()
  })

  it('declines rule sets that it does not play, and games beyond its limit', async () => {
    const { player } = await bot({ rules: ['halma'], maxGames: 1 })
    const ask = async (rules: RuleSetId) => {
      const { body } = await anna.call('createChallenge', {
        body: { rules, opponent: player.username, colour: 'white', clock: { kind: 'per-move', days: 1 } },
      })
      await poll(
        async () => (await anna.call('getChallenge', { params: { id: body.id } })).body.state,
      ).not.toBe('open')
      return (await anna.call('getChallenge', { params: { id: body.id } })).body.state
    }
    expect(await ask('moulin')).toBe('declined')
    expect(await ask('halma')).toBe('accepted')
    expect(await ask('halma')).toBe('declined')
  })

  it('accepts waiting challenges and continues its games when it starts', async () => {
    const player = await server.player(`bot${++serial}`, { kind: 'bot' })
    const { stop, ended } = start(player)
    const game = await begin(player, 'moulin')
    stop.abort()
    await ended
    await playMoves(game, anna, anna, ['d6'])
    const { body: challenge } = await anna.call('createChallenge', {
      body: {
        rules: 'moulin',
        opponent: player.username,
        colour: 'white',
        clock: { kind: 'per-move', days: 1 },
      },
    })
    start(player)
    await poll(async () => (await get(game.id)).ply).toBe(2)
    await poll(
      async () => (await anna.call('getChallenge', { params: { id: challenge.id } })).body.state,
    ).toBe('accepted')
  })

  it('accepts open challenges that have waited for a while, where bots are allowed', async () => {
    const old = { rules: 'moulin', colour: 'white', clock: { kind: 'per-move', days: 1 } }
    const make = async (more: object = {}) =>
      (await anna.call('createChallenge', { body: { ...old, ...more } })).body.id
    // the bot goes by the real time
    server.clock.set(new Date(Date.now() - HOUR))
    const [welcome, unwelcome] = [await make(), await make({ bots: false })]
    server.clock.advance(HOUR)
    const fresh = await make()
    await bot({ takesOpen: true })
    const state = async (id: number) => (await anna.call('getChallenge', { params: { id } })).body.state
    await poll(() => state(welcome)).toBe('accepted')
    expect([await state(unwelcome), await state(fresh)]).toEqual(['open', 'open'])
  })

  it('ends when its token is revoked', async () => {
    const { player, ended } = await bot()
    await begin(player, 'moulin')
    await server.call('revokeLeakedToken', { body: { token: player.token } })
    expect(await ended).toMatchObject({ code: 'unauthenticated' })
  })

  it('refuses to play with a person’s account', async () => {
    const person = await server.player(`person${++serial}`)
    expect((await start(person).ended).message).toContain('is not a bot account')
  })
})

describe('draws', () => {
  const BARE = undefined
  /** A bot in a game with repeated positions, and with a fixed score. */
  async function beginRepetition(
    score: number,
    { rules = 'molenspel', plies = LAST_PLACING_PLY + 24 }: GameTerms & { plies?: number },
  ) {
    const player = await server.player(`bot${++serial}`, { kind: 'bot' })
    const game = await gameWithRepetition(server, player, anna, { rules, plies })
    const think: Think = async (_, positions) => ({
      move: legalMoves(ruleSet(rules), positions.at(-1)!)[0]!,
      score,
    })
    return { player, game, play: () => start(player, { think }) }
  }

  it.each([
    ['is accepted unless the bot is winning', 0, 42, 'accepted'],
    ['is declined when the bot is winning', 500, 42, 'declined'],
    ['is declined in the opening', 0, 22, 'declined'],
  ])('an offer %s', async (_, score, plies, expected) => {
    const { game, play } = await beginRepetition(score, { plies })
    const { id } = await offerDraw(anna, game, BARE)
    play()
    await poll(async () => {
      const { body } = await server.call('listDrawOffers', { params: { id: game.id } })
      return body.items.find((each: { id: number }) => each.id === id).state
    }).toBe(expected)
  })

  it('agrees to a valid claim in any position; leaves an invalid one to an admin', async () => {
    const right = await beginRepetition(500, { plies: LAST_PLACING_PLY + 9 })
    const wrong = await beginRepetition(500, { plies: LAST_PLACING_PLY + 9 })
    const claim = { ground: 'repetition' }
    await postClaim(anna, right.game, { ...claim, positions: threeOccurrences(right.game.ply) })
    await postClaim(anna, wrong.game, { ...claim, positions: [1, 2, wrong.game.ply] })
    right.play()
    await poll(async () => (await get(right.game.id)).outcome).toEqual({ winner: null, reason: 'agreement' })
    wrong.play()
    const other = await begin(wrong.player, 'moulin')
    expect((await get(wrong.game.id)).status).toBe('claimed')
    expect(other.status).toBe('active')
  })

  it('claims the third occurrence unless it is winning', async () => {
    const even = await beginRepetition(0, { plies: LAST_PLACING_PLY + 8 })
    even.play()
    await poll(async () => (await get(even.game.id)).openClaim?.by).toBe('white')
    const { body } = await server.call('listClaims', { params: { id: even.game.id } })
    expect(body.items[0]).toMatchObject({ ground: 'repetition', evidence: { holds: true } })

    const better = await beginRepetition(500, { plies: LAST_PLACING_PLY + 8 })
    better.play()
    await poll(async () => (await get(better.game.id)).ply).toBe(better.game.ply + 1)
  })

  it('offers a draw with its ground where a claim needs a declined offer', async () => {
    const { game, play } = await beginRepetition(0, { rules: 'muehle', plies: LAST_PLACING_PLY + 8 })
    play()
    await poll(async () => (await get(game.id)).drawOffer).toMatchObject({
      by: 'white',
      ground: 'repetition',
    })
    expect((await get(game.id)).ply).toBe(game.ply + 1)
  })

  it('plays on after a rejected claim', async () => {
    const { game, play } = await beginRepetition(0, { plies: LAST_PLACING_PLY + 8 })
    const withdrawn = async () => {
      const { openClaim } = await get(game.id)
      return openClaim
    }
    play()
    await poll(withdrawn).not.toBeNull()
    const admin = await server.player(`admin${++serial}`, { role: 'admin' })
    const { openClaim } = await get(game.id)
    await admin.call('ruleOnClaim', {
      params: { id: openClaim!.id },
      body: { verdict: 'reject', reason: 'For the test.' },
    })
    await poll(async () => (await get(game.id)).ply).toBe(game.ply + 1)
  })
})

it('goes on when its challenger blocks it before it has answered', async () => {
  const { player } = await bot()
  const { body: challenge } = await anna.call('createChallenge', {
    body: { rules: 'molenspel', opponent: player.username, clock: { kind: 'per-move', days: 3 } },
  })
  expect((await anna.call('block', { params: { username: player.username } })).status).toBeLessThan(300)
  const refusals: string[] = []
  const answers = new ChallengeAnswers({
    client: createClient({ baseUrl: server.url, token: player.token }),
    me: player.id,
    rules: RULE_SET_IDS,
    takesOpen: false,
    signal: new AbortController().signal,
    hasRoom: () => true,
    isRetired: () => false,
    onGame: () => {},
    log: (text) => refusals.push(text),
  })
  await answers.answer(challenge)
  expect(refusals).toEqual([expect.stringContaining(`challenge ${challenge.id}: `)])
})

it('starts a thinking thread that cannot load after growing delays', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'tegenzet-thinkers-'))
  const [file, starts] = [join(folder, 'worker.mjs'), join(folder, 'starts')]
  writeFileSync(
    file,
    `import { appendFileSync } from 'node:fs'
     appendFileSync(${JSON.stringify(starts)}, '.')
     throw new Error('damaged')`,
  )
  const broken = openThinkers(1, undefined, pathToFileURL(file))
  await poll(async () => existsSync(starts)).toBe(true)
  await pause(1000)
  await broken.close()
  const count = readFileSync(starts, 'utf8').length
  rmSync(folder, { recursive: true })
  // after 0, 250 and 750 ms
  expect(count).toBeLessThanOrEqual(3)
})
