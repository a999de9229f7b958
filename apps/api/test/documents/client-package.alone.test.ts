import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import ts from 'typescript'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockOf } from '../documented-commands/read-blocks.ts'
import { startServer } from '../server/harness.ts'

const run = promisify(execFile)
const source = fileURLToPath(new URL('../../../../packages/client', import.meta.url))
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
    timeout: 100_000,
  })
  expect(stdout).toMatch(/^game \d+: (white|black|nobody) wins by [a-z-]+\n$/)
  const { body } = await server.call('getGame', { params: { id: stdout.match(/\d+/)![0] } })
  expect(body.status).toBe('finished')
  await server.close()
})

test('the client’s README registers a bot where the host asks for a proof of work', async () => {
  const names = "import { createClient, solvePuzzle } from '@tegenzet/client'"
  const constants = `const [username, email, password] = ['anna', 'anna@example.org', 'correct horse battery']
const client = createClient({ baseUrl: process.env.TEGENZET_URL })`
  const register = blockOf('packages/client/README.md', 'const { puzzle }')
  writeFileSync(join(project, 'register.js'), [names, constants, register].join('\n'))
  const server = await startServer({ env: { REGISTER_PUZZLE: '8' } })
  const env = { ...process.env, TEGENZET_URL: server.url }
  await run(process.execPath, ['register.js'], { cwd: project, env })
  const { body } = await server.call('getUser', { params: { username: 'anna' } })
  expect(body).toMatchObject({ kind: 'bot' })
  await server.close()
})

const TYPED_PROGRAM = `
declare const console: { log(...values: unknown[]): void }
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

const PLATFORM_PROGRAM = `
import { createClient, followEvents, solvePuzzle, verifyWebhook } from '@tegenzet/client'

const { signal } = new AbortController()
const client = createClient({ fetch: globalThis.fetch })
createClient({ fetch: async () => new Response() })
await client.call('getGame', { params: { id: 1 }, signal })
followEvents({ signal })
await solvePuzzle({ text: 'x', bits: 1 }, 'anna', signal)
await verifyWebhook('{}', new Headers(), 'whsec_x')
// @ts-expect-error a reason is no signal
followEvents({ signal: 'stop' })
// @ts-expect-error a response is no function
createClient({ fetch: new Response() })
`

const readme = readFileSync(join(source, 'README.md'), 'utf8')
const [, documented = ''] = /"compilerOptions": (\{.*?\})/.exec(readme) ?? []

/** Compiles a program of that project with the settings of the README and these. @returns what is wrong */
function compile(name: string, text: string, settings: object): string[] {
  const file = join(project, name)
  writeFileSync(file, text)
  const { options, errors } = ts.convertCompilerOptionsFromJson(
    // checking TypeScript's own declarations takes seconds
    { ...JSON.parse(documented), ...settings, skipDefaultLibCheck: true, noEmit: true },
    project,
  )
  const problems = [...errors, ...ts.getPreEmitDiagnostics(ts.createProgram([file], options))]
  return problems.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
}

const BUNDLER = { module: 'esnext', moduleResolution: 'bundler' }
const DOM = { lib: ['es2022', 'dom'] }
const NODE = {
  types: ['node'],
  typeRoots: [fileURLToPath(new URL('../../../../node_modules/@types', import.meta.url))],
}

test.each([
  ['as documented', {}],
  ['with a bundler', BUNDLER],
])('the client’s types need neither dom nor @types/node, %s', (_, settings) => {
  expect(compile('program.ts', TYPED_PROGRAM, settings)).toEqual([])
})

test.each([
  ['browsers', { ...BUNDLER, ...DOM }],
  ['Node', NODE],
])('the client takes the fetch, signals and headers of %s', (_, settings) => {
  expect(compile('platform.ts', PLATFORM_PROGRAM, settings)).toEqual([])
})

test('the client’s README says how large the package is', () => {
  const bundle = readFileSync(join(installed, 'dist/index.js'))
  const [, size, compressed] = /(\d+) kB of\s+JavaScript, (\d+) kB compressed/.exec(readme) ?? []
  const real = [bundle.length, gzipSync(bundle).length].map((bytes) => bytes / 1000)
  expect(Math.abs(Number(size) - real[0]!), `${real} kB`).toBeLessThan(1)
  expect(Math.abs(Number(compressed) - real[1]!), `${real} kB`).toBeLessThan(1)
})
