import argon2 from '@node-rs/argon2'
import { ENDPOINTS, type Endpoint } from '@tegenzet/contract'
import { beforeAll, expect, test, vi } from 'vitest'
import { seeded } from '../../src/demo/seeded.ts'
import { openBrowser, registerApp } from '../people/oauth-app.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame, playMoves } from '../play/begin-game.ts'
import { type CallOperation, createCaller } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { type Existing, oddRequests } from './odd-requests.ts'

const SEED = Number(process.env.TEST_SEED ?? 20261121)
const REQUESTS = process.env.SOAK ? 100_000 : 800
/** New players after so many requests, because requests end games, sessions and accounts. */
const REQUESTS_PER_WORLD = 625

let server: TestServer
let document: any
beforeAll(async () => {
  const { hash } = argon2
  // full cost would take most of the test's time
  const cheap = vi.spyOn(argon2, 'hash').mockImplementation((password) => hash(password, { memoryCost: 8 }))
  server = await startServer({
    jobs: 'queue',
    env: {
      MAX_ACTIVE_GAMES: '1000',
      MAX_OPEN_CHALLENGES: '1000',
      REGISTER_LIMIT: '10000',
      LOGIN_LIMIT: '10000',
    },
  })
  document = server.app.swagger()
  return async () => {
    cheap.mockRestore()
    await server.close()
  }
})

/** Callers, and what their requests can be about. */
interface World extends Existing {
  callers: readonly CallOperation[]
  sessions: readonly CallOperation[]
}

/** Two players with some of everything and an admin. */
async function createWorld(n: number): Promise<World> {
  const [anna, bram] = [await server.player(`anna${n}`), await server.player(`bram${n}`)]
  const people = [anna, bram, await server.player(`admin${n}`, { role: 'admin' })]
  const browsers = await Promise.all(people.map((each) => openBrowser(server, each)))
  const app = await registerApp(browsers[0]!)
  const sessions = browsers.map(({ cookie }) => createCaller(server.app, { cookie }))
  const tokens = people.map(({ token }) => createCaller(server.app, { authorization: `Bearer ${token}` }))
  return {
    usernames: people.map(({ username }) => username),
    ids: [app.id, ...(await createObjects(anna, bram))],
    callers: [...tokens, ...sessions, createCaller(server.app)],
    sessions,
  }
}

async function createObjects(anna: TestPlayer, bram: TestPlayer): Promise<number[]> {
  const begin = async () =>
    playMoves(await beginGame(anna, bram, { rules: 'molenspel' }), anna, bram, ['d6', 'f4', 'd2', 'b4'])
  const [game, claimed] = [await begin(), await begin()]
  const params = { id: game.id }
  const challenge = await bram.call('createChallenge', {
    body: { rules: 'halma', opponent: anna.username, colour: 'random', clock: { kind: 'per-move', days: 3 } },
  })
  const claim = await anna.call('fileClaim', {
    params: { id: claimed.id },
    body: { ground: 'repetition', positions: [2, 3, 4] },
  })
  const offer = await bram.call('offerDraw', { params })
  const message = await bram.call('sendMessage', { params, body: { text: 'Well played.' } })
  const report = await anna.call('reportPlayer', {
    params: { username: bram.username },
    body: { reason: 'abuse', text: 'Look at this.', game: game.id },
  })
  const vacation = await bram.call('takeVacation', {
    body: { until: new Date(server.clock.now().getTime() + 3 * 86_400_000).toISOString() },
  })
  const webhook = await anna.call('createWebhook', { body: { url: 'https://hook.example/' } })
  const found = [
    ...[challenge.body, claim.body.claim, offer.body.offer, message.body],
    ...[report.body, vacation.body.vacation, webhook.body],
  ]
  return [game.id, claimed.id, ...found.map(({ id }) => id)]
}

test(
  `every operation answers as documented, whatever is sent (TEST_SEED=${SEED})`,
  async () => {
    const random = seeded(SEED)
    const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
    const requestFor = oddRequests(document, random)
    const endpoints = Object.values<Endpoint>(ENDPOINTS)
    let accepted = 0
    let world!: World
    for (let n = 0; n < REQUESTS; n++) {
      if (n % REQUESTS_PER_WORLD === 0) world = await createWorld(n)
      const endpoint = endpoints[n % endpoints.length]!
      const request = requestFor(endpoint, world)
      const bySession = endpoint.access === 'session' && random() < 0.8
      const call = pick(bySession ? world.sessions : world.callers)
      const fail = (why: string): never => {
        throw new Error(`request ${n}, ${endpoint.operationId} ${JSON.stringify(request)}: ${why}`)
      }
      const { status, body } = await call(endpoint.operationId, request).catch((e) => fail(e.message))
      if (status >= 500) fail(`${status} ${JSON.stringify(body)}`)
      if (status < 300) accepted++
    }
    expect(accepted, 'too few requests get past validation').toBeGreaterThan(REQUESTS / 20)
  },
  // generous, because a loaded machine is slow
  REQUESTS * 400,
)
