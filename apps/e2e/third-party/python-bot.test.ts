import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { startSeparateServer } from '../src/server.ts'
import { expectSuccess, openApi } from './api.ts'

const GUIDE = readFileSync(new URL('../../../docs/bots.md', import.meta.url), 'utf8')
const CLIENT = fileURLToPath(new URL('../../../clients/python', import.meta.url))
const [, BOT = ''] = /```python\n([\s\S]*?)```/.exec(GUIDE) ?? []
const SCOPES = ['account:read', 'game:read', 'game:play', 'challenge:write']
const CLOCK = { kind: 'per-move', days: 3 }

/** What the client does besides what the bot needs: errors, lists, keys, and following a game. */
const CHECKS = `
import json, os, sys
from tegenzet import Client, Problem, Unreachable
url, token = os.environ["TEGENZET_URL"], os.environ["TEGENZET_TOKEN"]
client = Client(url, token)
codes = []
for call in (lambda: client.game(1), lambda: client.get("/games", limit=0), lambda: Client(url, "tz_wrong").account()):
    try:
        call()
    except Problem as problem:
        codes.append([problem.status, problem.code, problem.document["title"] == problem.title])
try:
    Client("http://127.0.0.1:1", attempts=2).game(1)
except Unreachable:
    codes.append("unreachable")
terms = {"rules": "muehle", "colour": "white", "clock": {"kind": "per-move", "days": 3}}
twice = [client.post("/challenges", terms, key="the-same-key")["id"] for _ in range(2)]
other = client.challenge("halma")["id"]
print(json.dumps({"codes": codes, "same": twice[0] == twice[1] != other, "rules": len(list(client.pages("/challenges", limit=1)))}))
game = next(iter(client.follow_game(int(sys.argv[1]))))
print(json.dumps({"version": game["version"], "outcome": game["outcome"]}))
`

function run(program: string, env: Record<string, string>, ...more: string[]) {
  const child = spawn('python3', ['-u', '-c', program, ...more], {
    env: { ...process.env, PYTHONPATH: CLIENT, PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  return { child, output: () => output }
}

/** A server with anna, and the bot of the guide. */
async function startSite(env: Record<string, string> = {}) {
  const server = await startSeparateServer(env)
  onTestFinished(() => server.close())
  const anonymous = await openApi([server.url])
  const register = async (username: string, more: object) => {
    const body = { username, email: `${username}@example.org`, password: 'correct horse battery', ...more }
    const { headers } = await anonymous.call('register', { body })
    const [cookie = ''] = headers.get('set-cookie')?.split(';') ?? []
    const api = anonymous.as({ cookie })
    const { token } = await expectSuccess(
      api.call('createToken', { body: { name: 'python', scopes: SCOPES } }),
    )
    return { api, token }
  }
  const anna = await register('anna', {})
  const python = await register('python', { kind: 'bot' })
  const bot = run(BOT, { TEGENZET_URL: server.url, TEGENZET_TOKEN: python.token })
  onTestFinished(async () => {
    const exited = once(bot.child, 'exit')
    bot.child.kill('SIGKILL')
    await exited
  })
  return { server, anna, python, bot, register }
}

test('the Python bot of the guide plays whole games, also after the server was killed', async () => {
  const { server, anna, bot } = await startSite()
  const challenge = { rules: 'muehle', opponent: 'python', colour: 'black', clock: CLOCK }
  await expectSuccess(anna.api.call('createChallenge', { body: challenge }))
  const theGame = async () =>
    (await expectSuccess(anna.api.call('listGames', { query: { player: 'anna' } }))).items[0]
  const itsTurn = async () => (await theGame())?.turn
  await expect.poll(itsTurn, { timeout: 60_000 }).toBe('black')

  let crashed = false
  for (;;) {
    const game = await theGame()
    if (game.outcome || game.ply > 60) break
    if (game.turn === 'white') {
      await new Promise((resolve) => setTimeout(resolve, 50))
      continue
    }
    const { moves, ply } = await expectSuccess(anna.api.call('getLegalMoves', { params: { id: game.id } }))
    await expectSuccess(anna.api.call('playMove', { params: { id: game.id }, body: { move: moves[0], ply } }))
    if (ply > 10 && !crashed) {
      crashed = true
      await server.crash()
      await server.restart()
    }
  }
  const { id, outcome } = await theGame()
  if (!outcome) {
    await expectSuccess(anna.api.call('offerDraw', { params: { id }, body: {} }))
    await expect.poll(async () => (await theGame()).outcome?.reason, { timeout: 60_000 }).toBe('agreement')
  }
  expect(bot.child.exitCode, bot.output()).toBe(null)

  const checks = run(CHECKS, { TEGENZET_URL: server.url, TEGENZET_TOKEN: anna.token }, `${id}`)
  const [exitCode] = await once(checks.child, 'exit')
  expect(exitCode, checks.output()).toBe(0)
  const [first, second] = checks
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(first).toEqual({
    codes: [
      [404, 'not-found', true],
      [400, 'validation', true],
      [401, 'unauthenticated', true],
      'unreachable',
    ],
    same: true,
    rules: 2,
  })
  expect(second.outcome).not.toBe(null)
})

test('the Python bot of the guide meets what happens in a year', async () => {
  const { server, anna, python, bot, register } = await startSite({ ADMINS: 'umpire' })
  const umpire = await register('umpire', {})
  const expectItRuns = () => expect(bot.child.exitCode, bot.output()).toBe(null)
  /** What happens meanwhile reaches the bot late. */
  async function whileItPauses(act: () => Promise<unknown>): Promise<void> {
    bot.child.kill('SIGSTOP')
    await act()
    bot.child.kill('SIGCONT')
  }
  async function begin(opponent: string): Promise<number> {
    const body = { rules: 'muehle', opponent, colour: 'white', clock: CLOCK }
    const { id } = await expectSuccess(anna.api.call('createChallenge', { body }))
    const game = async () => (await expectSuccess(anna.api.call('getChallenge', { params: { id } }))).game
    await expect.poll(game, { timeout: 60_000 }).not.toBe(null)
    return game()
  }
  const read = (id: number) => expectSuccess(anna.api.call('getGame', { params: { id } }))
  async function play(id: number): Promise<void> {
    const { moves, ply } = await expectSuccess(anna.api.call('getLegalMoves', { params: { id } }))
    await expectSuccess(anna.api.call('playMove', { params: { id }, body: { move: moves[0], ply } }))
  }
  const expectAnswer = (id: number) =>
    expect.poll(async () => (await read(id)).turn, { timeout: 90_000 }).toBe('white')

  // the opponent moves and resigns at once
  const resigned = await begin('python')
  await whileItPauses(async () => {
    await play(resigned)
    await expectSuccess(anna.api.call('resign', { params: { id: resigned } }))
  })
  const game = await begin('python')
  await play(game)
  await expectAnswer(game)

  await expectSuccess(python.api.call('changeUsername', { body: { username: 'renamed' } }))
  await play(await begin('renamed'))
  await play(game)
  await expectAnswer(game)

  // a draw offer that is withdrawn, and a challenge in rules that it does not play
  await whileItPauses(async () => {
    const { offer } = await expectSuccess(anna.api.call('offerDraw', { params: { id: game }, body: {} }))
    await expectSuccess(anna.api.call('withdrawDrawOffer', { params: { id: offer.id } }))
  })
  const other = { rules: 'molenspel', opponent: 'renamed', colour: 'white', clock: CLOCK }
  const asked = await expectSuccess(anna.api.call('createChallenge', { body: other }))
  const state = async () =>
    (await expectSuccess(anna.api.call('getChallenge', { params: { id: asked.id } }))).state
  await expect.poll(state, { timeout: 60_000 }).toBe('declined')

  // the opponent goes on vacation, and the bot is restricted: running games go on
  const until = new Date(Date.now() + 3 * 86_400_000).toISOString()
  await expectSuccess(anna.api.call('takeVacation', { body: { until } }))
  await whileItPauses(async () => {
    await expectSuccess(anna.api.call('createChallenge', { body: { ...other, rules: 'muehle' } }))
    const sanction = { kind: 'restrict', reason: 'For the test.' }
    await expectSuccess(
      umpire.api.call('imposeSanction', { params: { username: 'renamed' }, body: sanction }),
    )
  })
  await play(game)
  await expectAnswer(game)

  // the server is away for longer than a call is repeated
  await whileItPauses(async () => {
    await play(game)
    await new Promise((resolve) => setTimeout(resolve, 1000))
    await server.crash()
  })
  await expect.poll(bot.output, { timeout: 60_000 }).toContain(`GET /games/${game}/legal-moves: `)
  await server.restart()
  await expectAnswer(game)
  expectItRuns()
})

test('the Python client does not follow redirects', async () => {
  const received: string[] = []
  async function listen(answer: Parameters<typeof createServer>[1]): Promise<string> {
    const http: Server = createServer(answer)
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void http.close())
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  }
  const other = await listen(({ method, url }, response) => {
    received.push(`${method} ${url}`)
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"game": {}}')
  })
  const url = await listen(({ url }, response) =>
    response.writeHead(302, { location: `${other}${url}` }).end(),
  )
  const program = `
import os
from tegenzet import Client, Problem
client = Client(os.environ["TEGENZET_URL"], "tz_secret")
for call in (client.account, lambda: client.play(1, "d6", 0), lambda: next(client.events())):
    try:
        print("returned", call())
    except Problem as problem:
        print(problem)
`
  const { child, output } = run(program, { TEGENZET_URL: url })
  await once(child, 'exit')
  expect(received).toEqual([])
  expect(output().match(new RegExp(`^302 : The server redirects to ${other}/`, 'gm'))).toHaveLength(3)
})
