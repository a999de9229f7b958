import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startServer } from './harness.ts'

const run = promisify(execFile)
const source = fileURLToPath(new URL('../../../packages/client', import.meta.url))
/** An empty project of somebody else, with the package that `npm pack` makes. */
const project = mkdtempSync(join(tmpdir(), 'tegenzet-client-'))
const installed = join(project, 'node_modules/@tegenzet/client')

beforeAll(async () => {
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  // `pnpm test` has built it; npm would build it again
  const { stdout } = await run('npm', [
    'pack',
    '--ignore-scripts',
    '--json',
    '--pack-destination',
    project,
    source,
  ])
  const [{ filename }] = JSON.parse(stdout)
  await run('npm', ['install', `./${filename}`, '--offline', '--no-audit', '--no-fund'], { cwd: project })
})
afterAll(() => rmSync(project, { recursive: true }))

test('the client’s package needs no other package and contains what its package.json names', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  expect(JSON.stringify(manifest)).not.toMatch(/"(workspace|catalog|file):/)
  expect(manifest.dependencies).toBeUndefined()
  for (const file of ['dist/index.js', 'dist/index.d.ts'])
    expect(readFileSync(join(installed, file), 'utf8')).not.toMatch(/^\s*(import|export) .* from ['"]/m)
  const changelog = readFileSync(join(installed, 'CHANGELOG.md'), 'utf8')
  expect(/^## (\S+)/m.exec(changelog)?.[1]).toBe(manifest.version)
})

test('the example in the client’s README plays a game to its end', async () => {
  const [, program] = /```js\n([\s\S]*?)```/.exec(readFileSync(join(installed, 'README.md'), 'utf8')) ?? []
  writeFileSync(join(project, 'play.js'), program ?? '')
  const server = await startServer()
  const scopes = ['game:read', 'game:play', 'challenge:write'] as const
  const anna = await server.player('anna', { scopes })
  const bram = await server.player('bram', { scopes })
  const { stdout } = await run(process.execPath, ['play.js'], {
    cwd: project,
    env: { ...process.env, TEGENZET_URL: server.url, ANNA_TOKEN: anna.token, BRAM_TOKEN: bram.token },
    timeout: 50_000,
  })
  expect(stdout).toMatch(/^game \d+: (white|black|nobody) wins by [a-z-]+\n$/)
  const { body } = await server.call('getGame', { params: { id: stdout.match(/\d+/)![0] } })
  expect(body.status).toBe('finished')
  await server.close()
}, 60_000)

const TYPED_PROGRAM = `
import { ApiError, connectLive, createClient, followEvents, type Game, verifyWebhook } from '@tegenzet/client'

const client = createClient({ baseUrl: 'http://127.0.0.1:3000', token: 'tz_x' })
const game: Game = await client.call('getGame', { params: { id: 100001 } })
export const white: string = game.white.username
const played = await client.request('playMove', { params: { id: '100001' }, body: { move: 'd6', ply: 0 } })
export const status: 200 | 201 = played.status
export const nothing: undefined = await client.call('logOut')
export const text: string | { moves: unknown[] } = await client.call('exportGame', { params: { id: 1 } })
await client.call('resign', { params: { id: 1 } })
await client.call('createChallenge', {
  body: { rules: 'a-later-rule-set', colour: 'random', clock: { kind: 'per-move', days: 3 } },
})
for await (const page of client.pages('listChallenges', { query: { mine: true, limit: 5 } }))
  for (const challenge of page) console.log(challenge.challenger.username)
for await (const record of client.lines('exportUserGames', { params: { username: 'anna' } }))
  console.log(record.moves.length)
for await (const event of followEvents({ token: 'tz_x' })) {
  if (event.type === 'game') console.log(event.game.ply)
  else if (event.type === 'message') console.log(event.message.text)
}
connectLive().watch(1, (game) => console.log(game.version))
const webhook = await verifyWebhook('{}', {}, 'whsec_x')
if (webhook.type === 'claim') console.log(webhook.claim.evidence.holds)
export const known = (error: unknown) => error instanceof ApiError && error.code === 'stale-ply'
// @ts-expect-error a path parameter is missing
client.call('getGame')
// @ts-expect-error the ply is missing
client.call('playMove', { params: { id: 1 }, body: { move: 'd6' } })
// @ts-expect-error there is no such field
client.call('logIn', { body: { username: 'anna', password: 'x', remember: true } })
// @ts-expect-error this list has no pages
client.pages('listDrawOffers', { params: { id: 1 } })
// @ts-expect-error a game has no such field
game.moves
`

test.each([
  ['nodenext', ts.ModuleKind.NodeNext, ts.ModuleResolutionKind.NodeNext],
  ['bundler', ts.ModuleKind.ESNext, ts.ModuleResolutionKind.Bundler],
])('the client’s types work with the module resolution %s', (_, module, moduleResolution) => {
  const file = join(project, 'program.ts')
  writeFileSync(file, TYPED_PROGRAM)
  const options: ts.CompilerOptions = {
    module,
    moduleResolution,
    target: ts.ScriptTarget.ES2022,
    lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
    strict: true,
    // checking TypeScript's own declarations takes seconds
    skipDefaultLibCheck: true,
    noEmit: true,
    types: [],
  }
  const program = ts.createProgram([file], options)
  const problems = ts.getPreEmitDiagnostics(program)
  expect(problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([])
})
