import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
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

test('the Python bot of the guide plays whole games, also after the server was killed', async () => {
  const server = await startSeparateServer()
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
    bot.child.kill()
    await exited
  })

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
