import type { OperationId, Puzzle } from '@tegenzet/contract'
import type { Puzzle as ShippedPuzzle } from '@tegenzet/puzzles'
import {
  imagesOf,
  legalMoves,
  type Move,
  opponent,
  type Position,
  playTurn,
  positionsOf,
  RULE_SET_IDS,
  type RuleSetId,
  ruleSet,
  sideToMove,
  trustedPosition,
} from '@tegenzet/rules'
import { decodeMillPosition, writeMillPosition } from '@tegenzet/rules/mill'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { hashToken, TOKEN_PREFIX } from '../../src/accounts/credentials/token-secret.ts'
import { positionKey } from '../../src/analysis/explorer/position-key.ts'
import { dailyPuzzle } from '../../src/analysis/puzzles/daily-puzzle.ts'
import { shippedPuzzles } from '../../src/analysis/puzzles/shipped-puzzles.ts'
import { foundClub, proposeMatch } from '../competition/found-clubs.ts'
import { connectApp, openBrowser, registerApp } from '../people/oauth-app.ts'
import { codeOf } from '../people/registered-person.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { beginGame } from '../play/begin-game.ts'
import { createCaller, type Request } from '../server/call-operation.ts'
import { startServer, type TestServer } from '../server/harness.ts'

type Asker = Pick<TestPlayer, 'call'>

/** Rule sets with the same moves: what helps in one of them helps in all. */
const GROUPS: readonly (readonly RuleSetId[])[] = [
  ['molenspel', 'muehle', 'moulin', 'merels-wild', 'lasker'],
  ['merels'],
  ['merels-diagonal'],
  ['merels-diagonal-wild'],
  ['halma'],
]
const isAlike = (a: RuleSetId, b: RuleSetId) => GROUPS.some((group) => group.includes(a) && group.includes(b))

/** A shipped puzzle of each rule set: its position is what is asked about. */
const PUZZLES = new Map(
  RULE_SET_IDS.flatMap((id) => {
    const puzzle = [...shippedPuzzles().values()].find(({ rules }) => rules === id)
    return puzzle ? [[id, puzzle] as const] : []
  }),
)
const WITH_PUZZLES = [...PUZZLES.keys()]
const positionOf = (rules: RuleSetId): Position => PUZZLES.get(rules)!.position

/** Every call that helps with a position, of the puzzle of a rule set unless another one is given. */
const HELP: Record<string, (rules: RuleSetId, position?: Position) => [OperationId, Request]> = {
  'a table': (rules, position = positionOf(rules)) => [
    'probePosition',
    { params: { rules }, query: { position } },
  ],
  'tables for many positions': (rules, position = positionOf(rules)) => [
    'probePositions',
    { params: { rules }, body: { positions: [position] } },
  ],
  'a line of a table': (rules, position = positionOf(rules)) => [
    'getTableLine',
    { params: { rules }, query: { position } },
  ],
  'the explorer': (rules, position = positionOf(rules)) => [
    'explore',
    { params: { rules }, query: { position } },
  ],
  'the search': (rules, position = positionOf(rules)) => ['listGames', { query: { rules, position } }],
  'a puzzle': (rules) => ['getPuzzle', { params: { id: PUZZLES.get(rules)!.id } }],
  'an attempt at a puzzle': (rules) => [
    'attemptPuzzle',
    { params: { id: PUZZLES.get(rules)!.id }, body: { moves: PUZZLES.get(rules)!.solution.slice(0, 1) } },
  ],
}
const HELPS = Object.keys(HELP)

const image = (rules: RuleSetId, position: Position): Position => {
  const [, ...rest] = position.split(' ')
  return trustedPosition([imagesOf(ruleSet(rules), position).at(-1), ...rest].join(' '))
}
const withCounters = (position: Position): Position =>
  trustedPosition(position.replace(/\d+$/, (number) => `${Number(number) + 7}`))
/** Null for Halma, where the sides have camps of their own. */
function exchanged(id: RuleSetId, position: Position): Position | null {
  const rules = ruleSet(id)
  if (rules.family !== 'mill') return null
  const decoded = decodeMillPosition(rules, position)
  const { stones, hands } = decoded
  return writeMillPosition(rules, {
    ...decoded,
    side: opponent(sideToMove(position)),
    stones: { white: stones.black, black: stones.white },
    hands: { white: hands.black, black: hands.white },
  })
}
function after(rules: RuleSetId, position: Position, plies: number): Position {
  let at = position
  for (let ply = 0; ply < plies; ply++) {
    const turn = playTurn(ruleSet(rules), at, legalMoves(ruleSet(rules), at).at(-1)!)
    if (!turn.ok) throw new Error(turn.error.message)
    at = turn.value.position
  }
  return at
}

let server: TestServer
let anna: TestPlayer
/** anna in each way in which a program or a person may be known. */
const askers = new Map<string, Asker>()
/** Running games of anna of each kind. */
const games = new Map<string, number>()

beforeAll(async () => {
  server = await startServer()
  const { prisma } = server.database
  anna = await server.player('anna')
  const [bram, carl] = [await server.player('bram'), await server.player('carl')]
  const browser = await openBrowser(server, anna)
  askers.set('a token', anna)
  askers.set('a token without scopes', await tokenWithoutScopes())
  askers.set('a session', browser)
  askers.set('an app', await connectApp(server, await registerApp(browser), browser))

  games.set('unrated', (await beginGame(anna, bram)).id)
  games.set('rated', (await beginGame(bram, anna, { rated: true })).id)
  const claimed = (await beginGame(anna, bram)).id
  await prisma.game.update({
    where: { id: claimed },
    data: { status: 'claimed', deadline: null, clockSince: null },
  })
  games.set('claimed', claimed)

  await prisma.account.updateMany({ data: { emailVerified: true } })
  const rules = { params: { rules: 'muehle' } }
  for (const { call } of [bram, anna]) await call('enterLadder', rules)
  const ladder = await anna.call('challengeOnLadder', { ...rules, body: { opponent: 'bram' } })
  games.set('of a ladder', ladder.body.game.id)

  const terms = { name: 'Club evening', rules: 'muehle', groupSize: 3, gamesPerPair: 1, maxEntrants: 3 }
  const clock = { kind: 'per-move', days: 3 }
  const { body: created } = await carl.call('createTournament', { body: { ...terms, clock } })
  const tournament = { params: { id: created.id } }
  for (const { call } of [anna, bram, carl]) await call('enterTournament', tournament)
  await carl.call('startTournament', tournament)
  games.set('of a tournament', await latestOf({ tournamentId: created.id }))

  const clubs = [
    await foundClub(server, anna, 'Windmills'),
    await foundClub(server, bram, 'Water mills'),
  ] as const
  const match = await proposeMatch(server, anna, clubs)
  await bram.call('acceptMatch', { params: { id: match.id } })
  games.set('of a match', (await beginGame(anna, bram)).id)
  await prisma.game.update({
    where: { id: games.get('of a match')! },
    data: { matchId: match.id, board: 1 },
  })
})
afterAll(() => server?.close())

async function tokenWithoutScopes(): Promise<Asker> {
  const token = `${TOKEN_PREFIX}nothing`
  await server.database.prisma.token.create({
    data: {
      accountId: anna.accountId,
      name: 'nothing',
      hash: hashToken(token),
      scopes: [],
      createdAt: server.clock.now(),
    },
  })
  return { call: createCaller(server.url, { authorization: `Bearer ${token}` }) }
}

async function latestOf(where: object): Promise<number> {
  const { id } = await server.database.prisma.game.findFirstOrThrow({
    where: { ...where, OR: [{ whiteId: anna.id }, { blackId: anna.id }] },
    orderBy: { id: 'desc' },
  })
  return id
}

let restore: (() => Promise<unknown>) | null = null
afterEach(() => restore?.())

/** Lets a position stand in one of anna's games until the end of the test. */
async function stand(rules: RuleSetId, position: Position, kind = 'unrated'): Promise<void> {
  await restore?.()
  const { prisma } = server.database
  const where = { id: games.get(kind)! }
  const before = await prisma.game.findUniqueOrThrow({ where, select: { rules: true, position: true } })
  await prisma.game.update({ where, data: { rules, position } })
  restore = () => prisma.game.update({ where, data: before })
}

const ask = async (help: string, rules: RuleSetId, position?: Position, asker: Asker = anna) => {
  const answer = await asker.call(...HELP[help]!(rules, position))
  if (asker !== server) expect(answer.headers.get('cache-control')).toBe('private, no-store')
  return codeOf(answer)
}

test.each(WITH_PUZZLES)('of many positions of %s only those of running games are left out', async (rules) => {
  const standing = positionOf(rules)
  const later = after(rules, standing, 1)
  const positions = [...positionsOf(ruleSet(rules), []), later, withCounters(standing)]
  await stand(rules, standing)
  const probe = { params: { rules }, body: { positions, leaveOutRunning: true } }
  const { items } = (await anna.call('probePositions', probe)).body
  const refused = []
  for (const position of positions) refused.push(await ask('tables for many positions', rules, position))
  expect(items.map(({ leftOut }: { leftOut: boolean }) => (leftOut ? 'game-running' : 200))).toEqual(refused)
  expect(refused.slice(1)).toEqual(['game-running', 'game-running'])
  expect(items[1]).toEqual({ covered: false, value: null, plies: null, claimable: false, leftOut: true })
})

test('every rule set belongs to a group and every way to be known is tried', () => {
  expect(GROUPS.flat().sort()).toEqual([...RULE_SET_IDS].sort())
  expect(WITH_PUZZLES.length).toBeGreaterThan(4)
  expect(games.size).toBe(6)
})

describe.each(HELPS)('%s does not help in a running game', (help) => {
  test.each(WITH_PUZZLES)(
    'of %s: in its position, another image of it, or up to two plies before it',
    async (rules) => {
      const position = positionOf(rules)
      const others: (Position | null)[] = [
        position,
        withCounters(position),
        image(rules, position),
        exchanged(rules, position),
      ]
      for (const standing of others) {
        if (!standing) continue
        await stand(rules, standing)
        expect(await ask(help, rules), standing).toBe('game-running')
        expect(await ask(help, rules, undefined, server), standing).toBe(200)
      }
      if (help === 'a puzzle') return
      await stand(rules, image(rules, position))
      for (const plies of [1, 2]) {
        const asked = withCounters(after(rules, position, plies))
        expect(await ask(help, rules, asked), asked).toBe('game-running')
        expect(await ask(help, rules, asked, server), asked).toBe(200)
      }
    },
  )

  test.each(RULE_SET_IDS)(
    'of %s: in every rule set with the same moves, and in no other',
    async (standing) => {
      for (const rules of WITH_PUZZLES) {
        await stand(standing, positionOf(rules))
        const expected = isAlike(standing, rules) ? 'game-running' : 200
        expect(await ask(help, rules), `asked in ${rules}`).toBe(expected)
      }
    },
  )

  test('of any kind, however the player is known', async () => {
    const [rules] = WITH_PUZZLES
    for (const kind of games.keys()) {
      await stand(rules!, image(rules!, positionOf(rules!)), kind)
      for (const [name, asker] of askers)
        expect(await ask(help, rules!, undefined, asker), `${kind}, with ${name}`).toBe('game-running')
    }
  })
})

test('the puzzle of the day is refused too', async () => {
  const { rules, position } = dailyPuzzle(server.clock.now())
  await stand(rules, image(rules, position))
  expect(codeOf(await anna.call('getDailyPuzzle'))).toBe('game-running')
  expect(codeOf(await server.call('getDailyPuzzle'))).toBe(200)
})

test('the next puzzle is another one until the game is over', async () => {
  const next = async (query: Record<string, string>) =>
    (await anna.call('getNextPuzzle', { query })).body.puzzle as Puzzle
  const first = await next({})
  await stand(first.rules, trustedPosition(first.position))
  const other = await next({})
  expect(other.id).not.toBe(first.id)
  expect((await next({})).id).toBe(other.id)
  await restore?.()
  expect((await next({})).id).toBe(first.id)
})

test('there is no next puzzle of a kind whose only one stands in a running game', async () => {
  const kinds = new Map<string, ShippedPuzzle[]>()
  for (const puzzle of shippedPuzzles().values())
    for (const theme of puzzle.themes) {
      const kind = `${puzzle.rules} ${theme}`
      kinds.set(kind, [...(kinds.get(kind) ?? []), puzzle])
    }
  const [kind, [only]] = [...kinds].find(([, puzzles]) => puzzles.length === 1)!
  const [rules, theme] = kind.split(' ')
  await stand(only!.rules, only!.position)
  const asked = { query: { rules: rules!, theme: theme! } }
  expect(codeOf(await anna.call('getNextPuzzle', asked))).toBe('game-running')
  expect(codeOf(await server.call('getNextPuzzle', asked))).toBe(200)
})

test('a puzzle is refused where its line arrives at a running game', async () => {
  for (const [rules, { id, position, solution }] of PUZZLES) {
    const moves = solution.filter((_, n) => n % 2 === 0)
    let at: Position = position
    for (const move of solution.slice(0, 2)) {
      const turn = playTurn(ruleSet(rules), at, move)
      if (!turn.ok) throw new Error(turn.error.message)
      at = turn.value.position
    }
    await stand(rules, image(rules, at))
    const attempt = { params: { id }, body: { moves } }
    expect(codeOf(await anna.call('attemptPuzzle', attempt)), id).toBe('game-running')
    expect(codeOf(await server.call('attemptPuzzle', attempt)), id).toBe(200)
  }
})

test('a line of a table is refused where it arrives at a running game', async () => {
  const rules = 'muehle'
  const position = trustedPosition('bbb/.w./.../bw..../.../w../..w w 0 0 0 30')
  const query = { params: { rules }, query: { position } }
  const { line } = (await server.call('getTableLine', query)).body
  const asked: Position[] = [position]
  for (const move of line) {
    const turn = playTurn(ruleSet(rules), asked.at(-1)!, move)
    if (!turn.ok) throw new Error(turn.error.message)
    asked.push(turn.value.position)
  }
  expect(asked.length).toBeGreaterThan(4)
  for (const standing of asked.slice(0, -1)) {
    await stand(rules, standing)
    expect(codeOf(await anna.call('getTableLine', query)), standing).toBe('game-running')
  }
})

describe('an answer whose value tells what a move is worth that leads to a running game', () => {
  const rules = 'muehle'
  const position = trustedPosition('bbb/.w./.../bw..../.../w../..w w 0 0 0 30')
  const open = trustedPosition('wbw/.../.../....../.../bw./.b. w 6 6 0 4')
  const after = (move: Move, from: Position = position) => positionsOf(ruleSet(rules), [move], from).at(-1)!

  test.each(['a table', 'tables for many positions', 'a line of a table'])(
    'is refused whole: %s',
    async (help) => {
      const moves = legalMoves(ruleSet(rules), position)
      for (const move of [moves.at(0)!, moves.at(-1)!]) {
        for (const standing of [after(move), image(rules, after(move))]) {
          await stand(rules, standing)
          expect(await ask(help, rules, position), standing).toBe('game-running')
          expect(await ask(help, rules, position, server)).toBe(200)
        }
      }
    },
  )

  test('is not refused for positions without a value', async () => {
    await stand(rules, after(legalMoves(ruleSet(rules), open)[0]!, open))
    expect(await ask('a table', rules, open)).toBe(200)
  })

  test('is refused whole: the explorer, where a game has gone on with the move', async () => {
    const { prisma, pool } = server.database
    const [played, other] = [...legalMoves(ruleSet(rules), open)].sort()
    await pool.query(
      `INSERT INTO explorer_moves (player_id, position, next, rated, month, games, white, draws, black, rated_games, rating_sum, last_played)
       VALUES (0, $1, $2, false, 0, 1, 1, 0, 0, 0, 0, now())`,
      [open, after(played!, open)].map((each) => `${positionKey(ruleSet(rules), each)}`),
    )
    await stand(rules, after(played!, open))
    expect(await ask('the explorer', rules, open)).toBe('game-running')
    expect(await ask('the explorer', rules, open, server)).toBe(200)
    expect(await ask('the search', rules, open)).toBe(200)
    await stand(rules, image(rules, after(other!, open)))
    expect(await ask('the explorer', rules, open)).toBe(200)
    await prisma.$executeRaw`TRUNCATE explorer_moves`
  })
})

test('a puzzle shows no reply, refutation or solution that arrives at a running game', async () => {
  const shown = { reply: 0, refutation: 0, solution: 0 }
  for (const rules of ['muehle', 'merels'] as const) {
    const { id, position, solution } = PUZZLES.get(rules)!
    const engine = ruleSet(rules)
    for (const move of [solution[0]!, ...legalMoves(engine, position).slice(0, 3)]) {
      const attempt = { params: { id }, body: { moves: [move] } }
      const { body } = await server.call('attemptPuzzle', attempt)
      const lines: Record<keyof typeof shown, Move[] | undefined> = {
        reply: body.reply && [move, body.reply],
        refutation: body.refutation && [move, ...body.refutation],
        solution: body.solution,
      }
      for (const [kind, line] of Object.entries(lines)) {
        if (!line) continue
        await stand(rules, image(rules, positionsOf(engine, line, position).at(-1)!))
        expect(codeOf(await anna.call('attemptPuzzle', attempt)), `${kind} ${line}`).toBe('game-running')
        shown[kind as keyof typeof shown]++
      }
    }
  }
  expect(Math.min(...Object.values(shown))).toBeGreaterThan(0)
})
