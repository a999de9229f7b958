import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { startServer } from './harness.ts'

const client = fileURLToPath(new URL('../../../packages/client', import.meta.url))

test('the example in the client’s README plays a game to its end', async () => {
  const [, program] = /```js\n([\s\S]*?)```/.exec(readFileSync(`${client}/README.md`, 'utf8')) ?? []
  const server = await startServer()
  const scopes = ['game:read', 'game:play', 'challenge:write'] as const
  const anna = await server.player('anna', { scopes })
  const bram = await server.player('bram', { scopes })
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program ?? ''],
    {
      cwd: client,
      env: { ...process.env, TEGENZET_URL: server.url, ANNA_TOKEN: anna.token, BRAM_TOKEN: bram.token },
      timeout: 50_000,
    },
  )
  expect(stdout).toMatch(/^game \d+: (white|black|nobody) wins by [a-z-]+\n$/)
  const { body } = await server.call('getGame', { params: { id: stdout.match(/\d+/)![0] } })
  expect(body.status).toBe('finished')
  await server.close()
}, 60_000)
