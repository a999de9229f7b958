import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, startServer } from '../src/server.ts'
import { good, openApi } from './api.ts'

const DOCUMENT = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

test('the receiver in Python, as the document has it, takes the server’s calls and no forged ones', async () => {
  const server = await startServer({ WEBHOOKS_ALLOW: 'loopback' })
  onTestFinished(() => server.close())
  const anyone = await openApi([server.url])
  const account = { username: 'pythonist', email: 'pythonist@example.org', password: 'correct horse battery' }
  const { headers } = await anyone.call('register', { body: account })
  const [cookie = ''] = headers.get('set-cookie')?.split(';') ?? []
  const api = anyone.as({ cookie })

  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { id, secret } = await good(api.call('createWebhook', { body: { url } }))
  const [, program = ''] = /```python\n([\s\S]*?)```/.exec(DOCUMENT) ?? []
  const receiver = spawn('python3', ['-c', program], {
    env: { ...process.env, SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(receiver, 'spawn')
  onTestFinished(async () => {
    const gone = once(receiver, 'exit')
    receiver.kill()
    await gone
  })
  let said = ''
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  const forged = () =>
    fetch(url, {
      method: 'POST',
      body: '{"id":1,"type":"game","game":{"id":353379}}',
      headers: {
        'webhook-id': 'msg_1',
        'webhook-timestamp': String(Math.floor(Date.now() / 1000)),
        'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')}`,
      },
    }).then(
      ({ status }) => status,
      () => null,
    )
  // it takes a moment to listen
  await expect.poll(forged, { timeout: 30_000 }).toBe(400)

  await good(api.call('pingWebhook', { params: { id } }))
  await expect.poll(() => said, { timeout: 30_000 }).toContain('ping None\n')
  const outcome = async () => {
    const { items } = await good(api.call('listDeliveries', { params: { id } }))
    return items[0]
  }
  await expect.poll(outcome).toMatchObject({ state: 'delivered' })

  const opponent = { username: 'other', email: 'other@example.org', password: 'correct horse battery' }
  await good(anyone.call('register', { body: opponent }))
  const clock = { kind: 'per-move', days: 3 }
  await good(
    api.call('createChallenge', { body: { rules: 'muehle', opponent: 'other', colour: 'white', clock } }),
  )
  await expect.poll(() => said, { timeout: 30_000 }).toContain('challenge None\n')
  expect(said).not.toContain('353379')
})
