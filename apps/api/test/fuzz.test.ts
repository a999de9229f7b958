import { ENDPOINTS, type Endpoint, type OperationId } from '@tegenzet/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seeded } from '../src/demo/seeded.ts'
import { beginGame, playMoves } from './begin-game.ts'
import { startServer, type TestServer } from './harness.ts'
import { resolveRef } from './openapi-checks.ts'
import type { TestPlayer } from './test-player.ts'

const SEED = Number(process.env.TEST_SEED ?? 20261121)
/** Calls per operation. */
const CALLS = process.env.SOAK ? 400 : 12

const DAYS = [
  ...['0000-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z'],
  ...['2026-11-21T12:00:00.000Z', '2026-11-24T12:00:00.000Z', '2027-11-20T12:00:00.000Z'],
  ...['9999-12-31T23:59:59.999Z', '2026-02-30T12:00:00.000Z', '2026-11-24T12:00:00+14:00'],
]
const NUMBERS = [0, -0, 1, -1, 0.5, 2, 7, 100, 101, 2 ** 31 - 1, 2 ** 31, 2 ** 53 - 1, 2 ** 53, 1e308, -1e308]
const TEXTS = [
  ...[
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    '\udc00\ud800',
    '\u202e',
    '😀'.repeat(20),
    'a'.repeat(300),
    'é'.repeat(5000),
  ],
  ...[
    'null',
    'NaN',
    '-1',
    '0x10',
    '1e3',
    '%',
    '%00',
    '../..',
    "'; --",
    '{"a":1}',
    '__proto__',
    'constructor',
  ],
  ...['anna', 'bram', 'a1', 'd6xf4', 'Europe/Amsterdam', 'Mars/Phobos', '23:59', '24:00'],
]
const ODD_VALUES: readonly unknown[] = [
  ...DAYS,
  ...NUMBERS,
  ...TEXTS,
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  { a: {} },
]

/** Streams, which end only when the client disconnects. */
const ENDLESS: readonly OperationId[] = ['followEvents', 'followGame']

let server: TestServer
let document: any
let anna: TestPlayer
let bram: TestPlayer
let admin: TestPlayer
let ids: readonly number[]
beforeAll(async () => {
  server = await startServer({
    env: { MAX_ACTIVE_GAMES: '1000', MAX_OPEN_CHALLENGES: '1000', REGISTER_LIMIT: '10000' },
  })
  document = await (await fetch(`${server.url}/api/v1/openapi.json`)).json()
  admin = await server.player('arbiter', { role: 'admin' })
})
afterAll(() => server?.close())

/** Seeded for each operation, so that one can be run alone. */
let random = seeded(SEED)
const chance = (p: number) => random() < p
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!
const oddValue = () => pick(ODD_VALUES)

/** Two players with some of everything, so that the calls find something. */
async function createPlayers(n: number): Promise<void> {
  anna = await server.player(`anna${n}`)
  bram = await server.player(`bram${n}`)
  const begun = await beginGame(anna, bram, { rules: 'molenspel' })
  const game = await playMoves(begun, anna, bram, ['d6', 'f4', 'd2', 'b4'])
  const params = { id: game.id }
  const challenge = await bram.call('createChallenge', {
    body: { rules: 'halma', opponent: anna.username, colour: 'random', clock: { kind: 'per-move', days: 3 } },
  })
  const claimed = await playMoves(await beginGame(anna, bram, { rules: 'molenspel' }), anna, bram, [
    ...['d6', 'f4', 'd2', 'b4'],
  ])
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
  const found = [
    challenge.body,
    claim.body.claim,
    offer.body,
    message.body,
    report.body,
    vacation.body.vacation,
  ]
  ids = [game.id, claimed.id, ...found.map((one) => one?.id)].filter((id) => typeof id === 'number')
}

const operationOf = ({ path, method }: Endpoint): any =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]

function exampleOf(operation: any): unknown {
  const [media] = Object.values<any>(operation.requestBody?.content ?? {})
  if (!media) return undefined
  const named = Object.values<any>(media.examples ?? {}).map((each) => resolveRef(document, each).value)
  return pick(
    [media.example, ...named, ...(media.schema.examples ?? [])].filter((each) => each !== undefined),
  )
}

/** Replaces parts of a value, seldom all of it. */
function mutate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || chance(0.1)) return oddValue()
  if (Array.isArray(value)) {
    if (value.length === 0 || chance(0.2))
      return pick([
        [],
        [...value, ...value],
        Array.from({ length: 400 }, () => value[0] ?? oddValue()),
        [oddValue()],
      ])
    const at = Math.floor(random() * value.length)
    return value.map((each, n) => (n === at ? mutate(each) : each))
  }
  const entries = Object.entries(value)
  if (entries.length === 0 || chance(0.1)) return { ...value, [pick(TEXTS) || 'more']: oddValue() }
  const key = pick(entries)[0]
  if (chance(0.1)) return Object.fromEntries(entries.filter(([each]) => each !== key))
  return Object.fromEntries(entries.map(([each, of]) => [each, each === key ? mutate(of) : of]))
}

/** Cursors of other lists, or of none. */
const oddCursor = () => {
  const key = pick<unknown>([
    oddValue(),
    [oddValue(), oddValue()],
    [oddValue(), 1],
    ['-updatedAt', oddValue(), 1],
    [true, 1, oddValue()],
    [7, oddValue()],
  ])
  return Buffer.from(JSON.stringify(key)).toString('base64url')
}

/** Usable in a URL and short enough to be read. */
const printable = (value: unknown) =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed().slice(0, 1000)

function oddCall(operation: any) {
  const given = (name: string, { example, schema }: any): unknown => {
    if (name === 'cursor' && chance(0.8)) return oddCursor()
    if (chance(0.3)) return oddValue()
    if (/username|player|opponent/.test(name)) return pick([anna, bram]).username
    if (/id$|game|delivery|ply/i.test(name)) return pick([...ids, ...ids, 0, 3, 4, 5, 2 ** 31, 2 ** 53 - 1])
    return example ?? pick<unknown>(resolveRef(document, schema).enum ?? [oddValue()])
  }
  const named = (place: string, share: number) =>
    Object.fromEntries(
      (operation.parameters ?? [])
        .map((each: any) => resolveRef(document, each))
        .filter((each: any) => each.in === place && (each.required || chance(share)))
        .map((each: any) => [each.name, printable(given(each.name, each))]),
    )
  const example = exampleOf(operation)
  const body = example !== undefined && chance(0.9) ? mutate(example) : example
  return { params: named('path', 1), query: named('query', 0.5), body }
}

test.each(
  Object.values<Endpoint>(ENDPOINTS)
    .filter(({ operationId }) => !ENDLESS.includes(operationId))
    .map((endpoint, n) => [endpoint.operationId, endpoint, n] as const),
)(
  `%s answers as documented, whatever is sent (TEST_SEED=${SEED})`,
  async (operationId, endpoint, n) => {
    random = seeded(SEED + n)
    if (n % 10 === 0 || !ids) await createPlayers(n)
    for (let time = 0; time < CALLS; time++) {
      const request = oddCall(operationOf(endpoint))
      const caller = pick([anna, anna, bram, admin, server])
      const { status, body } = await caller.call(operationId, request).catch((error) => {
        throw new Error(`${error.message}\n${JSON.stringify(request)}`)
      })
      expect(status, `${JSON.stringify(request)}: ${JSON.stringify(body)}`).toBeLessThan(500)
    }
  },
  CALLS * 2000,
)
