import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../people/oauth-app.ts'
import { startServer, type TestServer } from '../server/harness.ts'
import { blockOf, ROOT } from './read-blocks.ts'
import { filledIn, runBlock } from './run-block.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.close())

it('the bot of docs/bots.md accepts a challenge and answers a move', async () => {
  const anna = await server.player('anna')
  const bot = await server.player('bram', { kind: 'bot' })
  const written = 'TEGENZET_URL=https://… TEGENZET_TOKEN=tz_… npx -y pnpm@10.34.9 bot --level'
  const script = filledIn(blockOf('docs/bots.md', written), { 'https://…': server.url, 'tz_…': bot.token })
  // in its own process group, as a terminal starts it
  const child = spawn('bash', ['-c', script], { cwd: ROOT, detached: true, stdio: 'ignore' })
  try {
    const body = { rules: 'muehle', opponent: 'bram', colour: 'white', clock: { kind: 'per-move', days: 3 } }
    await anna.call('createChallenge', { body })
    const theGame = async () => (await anna.call('listGames', { query: { player: 'anna' } })).body.items[0]
    await expect.poll(theGame).toBeDefined()
    const { id } = await theGame()
    await anna.call('playMove', { params: { id }, body: { move: 'd6', ply: 0 } })
    await expect.poll(async () => (await theGame()).ply).toBe(2)
  } finally {
    const exited = once(child, 'exit')
    process.kill(-child.pid!, 'SIGINT')
    await exited
  }
})

it('the steps of docs/oauth.md give, renew and revoke tokens', async () => {
  const block = (start: string) => blockOf('docs/oauth.md', start)
  const owner = await openBrowser(server, await server.player('owner'))
  const player = await openBrowser(server, await server.player('carla'))
  const body = { name: 'Molenaar', redirectUris: ['http://127.0.0.1:8734/callback'] }
  const { id } = (await owner.call('createApp', { body })).body
  const fill = { 'http://127.0.0.1:3000': server.url, 'CLIENT_ID=…': `CLIENT_ID=${id}` }
  const settings = filledIn(block('HOST='), fill)
  const printed = await runBlock(`${settings}\n${block('echo "$HOST')}\necho "$VERIFIER"`)
  const [address = '', verifier = ''] = printed.trim().split('\n')
  const request = new URL(address).search.slice(1)
  const { redirectTo } = (await player.call('consent', { body: { request, accept: true } })).body
  const code = new URL(redirectTo).searchParams.get('code')!

  const shell = `${settings}\nVERIFIER=${verifier}\n`
  const written = block('curl -s $HOST/api/v1/oauth/token -d grant_type=authorization_code')
  const [exchange = '', answer = ''] = written.split('\n\n')
  const first = JSON.parse(await runBlock(shell + filledIn(exchange, { 'code=…': `code=${code}` })))
  const { access_token, refresh_token, ...rest } = JSON.parse(answer)
  expect(first).toMatchObject(rest)
  const call = (token: string) =>
    runBlock(shell + filledIn(block('curl -s "$HOST'), { 'tzo_…': token })).then(JSON.parse)
  expect(await call(first.access_token)).toHaveProperty('items')
  const refresh = block('curl -s $HOST/api/v1/oauth/token -d grant_type=refresh_token')
  const second = JSON.parse(await runBlock(shell + filledIn(refresh, { 'tzr_…': first.refresh_token })))
  expect(await call(second.access_token)).toHaveProperty('items')
  const revoke = block('curl -s $HOST/api/v1/oauth/revoke')
  await runBlock(shell + filledIn(revoke, { 'tzr_…': second.refresh_token }))
  expect(await call(second.access_token)).toMatchObject({ code: 'unauthenticated' })
})

it('the calls of docs/tables.md and docs/webhooks.md are answered', async () => {
  const replace = { 'https://tegenzet.example': server.url }
  const value = await runBlock(blockOf('docs/tables.md', "curl 'https://tegenzet.example"), { replace })
  expect(JSON.parse(value)).toMatchObject({ value: 'win', plies: 1 })
  const { token } = await server.player('dirk')
  const webhook = await runBlock(blockOf('docs/webhooks.md', 'curl -X POST'), {
    replace: { ...replace, 'tz_…': token },
  })
  expect(JSON.parse(webhook)).toMatchObject({
    types: ['game', 'challenge'],
    secret: expect.stringMatching(/^whsec_/),
  })
})
