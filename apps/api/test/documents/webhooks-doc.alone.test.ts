import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from '@tegenzet/db/testing'
import { expect, onTestFinished, test } from 'vitest'
import { secretOf, signedHeaders } from '../../src/delivery/webhooks/signing.ts'

const api = fileURLToPath(new URL('../..', import.meta.url))
const doc = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8')

const SECRET = secretOf('a secret of the tests, kept nowhere', new Uint8Array(24))
const body = JSON.stringify({ id: 90210, type: 'game', game: { id: 353379, version: 5 } })
const signed = () => signedHeaders([SECRET], { id: 'msg_7304', at: new Date(), body })

test('the documented receiver in Node accepts signed calls and nothing else', async () => {
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(doc) ?? []
  const port = await freePort()
  const receiver = spawn(
    process.execPath,
    ['--input-type=module', '--eval', program.replace('8080', `${port}`)],
    { cwd: api, env: { ...process.env, SECRET }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => kill(receiver))
  let output = ''
  receiver.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  const send = async (text: string) => {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: signed(),
      body: text,
    })
    return response.status
  }
  await expect.poll(() => send(body).catch(() => null)).toBe(204)
  expect(await send(body.replace('353379', '353380'))).toBe(400)
  await expect.poll(() => output).toBe('game 353379\n')
})

test('the documented shell commands compute the signature', async () => {
  const commands = doc.match(/^ {4}key=.*(\n {4}.*)*/m)?.[0] ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'tegenzet-webhooks-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'body.json'), body)
  const headers = signed()
  const env = { SECRET, ID: headers['webhook-id'], TIMESTAMP: headers['webhook-timestamp'] }
  const { stdout } = await promisify(execFile)('sh', ['-c', commands], {
    cwd: folder,
    env: { ...process.env, ...env },
  })
  expect(`v1,${stdout.trim()}`).toBe(headers['webhook-signature'])
})

async function kill(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null) return
  process.kill()
  await once(process, 'exit')
}
