import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Game } from '@tegenzet/contract'
import { legalMoves, type Position, playText, type RuleSetId, ruleSet, startPosition } from '@tegenzet/rules'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { runBot } from '../../../bot/src/bot.ts'
import { ForeignEngine, type ForeignEngineOptions } from '../../../bot/src/foreign/foreign-engine.ts'
import { splitCommand } from '../../../bot/src/foreign/split-command.ts'
import { openThinkers } from '../../../bot/src/thinkers.ts'
import type { TestPlayer } from '../people/test-player.ts'
import { startServer, type TestServer } from '../server/harness.ts'

const ENGINE = fileURLToPath(new URL('./few-lines-engine.ts', import.meta.url))
const OURS = fileURLToPath(new URL('../../../../packages/engine/bin/cli.ts', import.meta.url))
const RUN = [process.execPath, '--conditions=tegenzet-source', '--import', 'tsx']

const folder = mkdtempSync(join(tmpdir(), 'tegenzet-engines-'))
const heardFile = join(folder, 'heard')
const thinkers = openThinkers(1)
const opened: ForeignEngine[] = []
afterEach(() => {
  for (const engine of opened.splice(0)) engine.close()
  rmSync(heardFile, { force: true })
})
afterAll(async () => {
  await thinkers.close()
  rmSync(folder, { recursive: true })
})

/** A foreign engine, and what the bot says of it. */
function open(args: string[] = [], options: Partial<ForeignEngineOptions> = {}) {
  const log: string[] = []
  const engine = new ForeignEngine({
    command: [...RUN, ENGINE, ...args],
    options: [],
    maxMillis: 50,
    builtIn: thinkers.at(2, 20),
    log: (text) => log.push(text),
    ...options,
  })
  opened.push(engine)
  return { engine, log }
}

const heard = () => readFileSync(heardFile, 'utf8').trim().split('\n')
const opponent = { id: 1 } as Game['white']
const gameIn = (rules: RuleSetId, id = 1, deadline: string | null = null) => ({
  id,
  rules,
  rulesRevision: ruleSet(rules).revision,
  deadline,
})

function positionsAfter(rules: RuleSetId, moves: string[]): Position[] {
  const positions = [startPosition(ruleSet(rules))]
  for (const move of moves) {
    const played = playText(ruleSet(rules), positions, move)
    if (!played.ok) throw new Error(played.error.message)
    positions.push(played.value.position)
  }
  return positions
}

const MILL_NEXT = ['d6', 'a1', 'f6', 'a4']

describe('a foreign engine', () => {
  it('is asked again for the capture of a move that closes a mill', async () => {
    const { engine } = open(['none', '1', heardFile])
    const { move } = await engine.think(gameIn('muehle'), positionsAfter('muehle', MILL_NEXT), opponent)
    expect(move).toMatch(/^b6xa[14]$/)
    expect(heard().filter((line) => /^(position|go)/.test(line))).toEqual([
      'position startpos moves d6 a1 f6 a4',
      'go movetime 50',
      'position startpos moves d6 a1 f6 a4 b6',
      'go movetime 50',
    ])
  })

  it('hears captures as tokens of their own, and of every game from the start', async () => {
    const { engine } = open(['none', '1', heardFile])
    await engine.think(gameIn('muehle', 1), positionsAfter('muehle', []), opponent)
    await engine.think(gameIn('muehle', 2), positionsAfter('muehle', [...MILL_NEXT, 'b6xa4']), opponent)
    expect(heard().filter((line) => line !== 'go movetime 50')).toEqual([
      ...['uci', 'ucinewgame', 'isready', 'position startpos'],
      ...['ucinewgame', 'isready', 'position startpos moves d6 a1 f6 a4 b6 xa4'],
    ])
  })

  it('is asked first about the game with the nearest deadline', async () => {
    const { engine } = open(['none', '1', heardFile])
    const games = [
      { move: 'd6', deadline: '2026-12-09T12:00:00.000Z' },
      { move: 'f4', deadline: '2026-12-05T12:00:00.000Z' },
      { move: 'b4', deadline: null },
      { move: 'd2', deadline: '2026-12-01T12:00:00.000Z' },
    ]
    await Promise.all(
      games.map(({ move, deadline }, id) =>
        engine.think(gameIn('muehle', id, deadline), positionsAfter('muehle', [move]), opponent),
      ),
    )
    // the first game did not have to wait
    expect(heard().flatMap((line) => /^position .* (\S+)$/.exec(line)?.[1] ?? [])).toEqual([
      'd6',
      'd2',
      'f4',
      'b4',
    ])
  })

  it('gets the options that it offers before isready', async () => {
    const options = [
      ['SkillLevel', '30'],
      ['Missing', '1'],
    ] as const
    const { engine, log } = open(['none', '1', heardFile], { options })
    await engine.think(gameIn('muehle'), positionsAfter('muehle', []), opponent)
    expect(heard().slice(0, 4)).toEqual([
      'uci',
      'setoption name SkillLevel value 30',
      'ucinewgame',
      'isready',
    ])
    expect(log).toEqual(['the engine does not offer the option Missing'])
  })

  it.each([
    ['dies', /^the engine ended with 3\. It is started again\.$/],
    ['hangs', /^the engine does not answer "go movetime 50"\. It is started again\.$/],
    ['cheats', /^the engine plays an illegal move: b6 a9\. It is started again\.$/],
  ])(
    'that %s is started again once; then the built-in engine plays',
    async (fault, first) => {
      const { engine, log } = open([fault, '2'])
      const positions = positionsAfter('muehle', MILL_NEXT)
      const think = async () => {
        const { move } = await engine.think(gameIn('muehle'), positions, opponent)
        expect(legalMoves(ruleSet('muehle'), positions.at(-1)!)).toContain(move)
      }
      // a move and its capture are two questions
      await think()
      expect(log).toEqual([expect.stringMatching(first), expect.stringMatching(/, again\. No new games/)])
      expect(engine.failed.aborted).toBe(true)
      await think()
      expect(log).toHaveLength(2)
    },
    60_000,
  )

  it('goes on after its first failure', async () => {
    const { engine, log } = open(['dies', '3'])
    const start = positionsAfter('muehle', [])
    for (let n = 0; n < 4; n++) await engine.think(gameIn('muehle'), start, opponent)
    expect(log).toEqual(['the engine ended with 3. It is started again.'])
    expect(engine.failed.aborted).toBe(false)
  })

  it('that cannot be started leaves the games to the built-in engine', async () => {
    const { engine, log } = open([], { command: [join(folder, 'missing')] })
    expect(await engine.playable(['muehle'])).toEqual(['muehle'])
    expect(log.map((text) => text.slice(0, 24))).toEqual([
      'the engine cannot start:',
      'the engine cannot start:',
    ])
    const { move } = await engine.think(gameIn('muehle'), positionsAfter('muehle', []), opponent)
    expect(move).toMatch(/^[a-g]\d$/)
  })

  it('that asks for a draw leaves the move to the built-in engine, as an even position', async () => {
    const { engine, log } = open(['draws'])
    const thought = await engine.think(gameIn('muehle'), positionsAfter('muehle', []), opponent)
    expect(thought).toEqual({ move: expect.stringMatching(/^[a-g]\d$/), score: 0 })
    expect(log).toEqual([])
  })
})

it('our own engine plays each game in its rule set, and only those that it offers', async () => {
  const { engine, log } = open([], { command: [...RUN, OURS], options: [['Tables', 'false']] })
  expect(await engine.playable(['halma', 'moulin'])).toEqual(['halma', 'moulin'])
  for (const rules of ['halma', 'moulin', 'halma'] as const) {
    const { move } = await engine.think(gameIn(rules), positionsAfter(rules, []), opponent)
    expect(legalMoves(ruleSet(rules), startPosition(ruleSet(rules)))).toContain(move)
  }
  expect(log).toEqual([])
})

it('splits a command into words, with quotes for spaces', () => {
  expect(splitCommand('stdbuf -oL "/a b/engine" --name=\'x y\'')).toEqual([
    'stdbuf',
    '-oL',
    '/a b/engine',
    '--name=x y',
  ])
})

describe('a bot with a foreign engine', () => {
  let server: TestServer
  let anna: TestPlayer
  beforeAll(async () => {
    server = await startServer()
    anna = await server.player('anna')
  })
  afterAll(() => server?.close())

  const challenge = async (username: string): Promise<number> => {
    const body = {
      rules: 'muehle',
      opponent: username,
      colour: 'white',
      clock: { kind: 'per-move', days: 1 },
    } as const
    return (await anna.call('createChallenge', { body })).body.id
  }
  const stateOf = async (id: number) => (await anna.call('getChallenge', { params: { id } })).body
  const poll = <T>(ask: () => Promise<T>) => expect.poll(ask, { interval: 50 })

  it('takes no more games after the engine has failed, and plays the running ones on', async () => {
    const player = await server.player('fragile', { kind: 'bot' })
    // the second go of each process: it answers one move, then one more after its restart
    const { engine, log } = open(['dies', '2'])
    const stop = new AbortController()
    const ended = runBot({
      baseUrl: server.url,
      token: player.token,
      think: engine.think,
      retired: engine.failed,
      rules: await engine.playable(['muehle']),
      maxGames: 50,
      takesOpen: false,
      log: () => {},
      signal: stop.signal,
    }).catch(() => {})
    const taken = await challenge('fragile')
    await poll(async () => (await stateOf(taken)).state).toBe('accepted')
    const { game } = await stateOf(taken)
    let ply = 0
    for (const replies of [1, 2, 3, 4]) {
      const { body } = await anna.call('getGame', { params: { id: game } })
      const move = legalMoves(ruleSet('muehle'), body.position).findLast((each) => !each.includes('x'))!
      await anna.call('playMove', { params: { id: game }, body: { move, ply } })
      ply += 2
      await poll(async () => (await anna.call('getGame', { params: { id: game } })).body.ply).toBe(
        2 * replies,
      )
    }
    expect(log).toHaveLength(2)
    const declined = await challenge('fragile')
    await poll(async () => (await stateOf(declined)).state).toBe('declined')
    const listed = (await server.call('listBots', { query: { limit: 100 } })).body.items
    expect(listed.map(({ user }: { user: { username: string } }) => user.username)).not.toContain('fragile')
    stop.abort()
    await ended
    await pause(0)
  })
})
