import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { freePort, startServer } from '../src/server.ts'
import { expectSuccess, openApi } from './api.ts'

const GUIDE = readFileSync(new URL('../../../docs/webhooks.md', import.meta.url), 'utf8')

test('the Python receiver of the webhooks guide accepts calls of the server and rejects forged ones', async () => {
  const server = await startServer({ WEBHOOKS_ALLOW: 'loopback' })
  onTestFinished(() => server.close())
  const anonymous = await openApi([server.url])
  const account = { username: 'pythonist', email: 'pythonist@example.org', password: 'correct horse battery' }
  const { headers } = await anonymous.call('register', { body: account })
  const [cookie = ''] = headers.get('set-cookie')?.split(';') ?? []
  const api = anonymous.as({ cookie })

  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { id, secret } = await expectSuccess(api.call('createWebhook', { body: { url } }))
  const [, program = ''] = /```python\n([\s\S]*?)```/.exec(GUIDE) ?? []
  const receiver = spawn('python3', ['-c', program], {
    env: { ...process.env, SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await once(receiver, 'spawn')
  onTestFinished(async () => {
    const exited = once(receiver, 'exit')
    receiver.kill()
    await exited
  })
  let output = ''
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const sendForged = () =>
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
  // rejects with 400 as soon as it listens
  await expect.poll(sendForged, { timeout: 30_000 }).toBe(400)

  await expectSuccess(api.call('pingWebhook', { params: { id } }))
  await expect.poll(() => output, { timeout: 30_000 }).toContain('ping None\n')
  const lastDelivery = async () => {
    const { items } = await expectSuccess(api.call('listDeliveries', { params: { id } }))
    return items[0]
  }
  await expect.poll(lastDelivery).toMatchObject({ state: 'delivered' })

  const opponent = { username: 'other', email: 'other@example.org', password: 'correct horse battery' }
  await expectSuccess(anonymous.call('register', { body: opponent }))
  const clock = { kind: 'per-move', days: 3 }
  await expectSuccess(
    api.call('createChallenge', { body: { rules: 'muehle', opponent: 'other', colour: 'white', clock } }),
  )
  await expect.poll(() => output, { timeout: 30_000 }).toContain('challenge None\n')
  expect(output).not.toContain('353379')
})
