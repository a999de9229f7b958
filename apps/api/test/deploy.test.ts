import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'

const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url))
const run = (program: string, args: string[], env: Record<string, string> = {}) =>
  execFileSync(program, args, { env: { ...process.env, ...env }, encoding: 'utf8', stdio: 'pipe' })

// needs Debian's nginx, caddy and systemd
describe('the examples in deploy/', () => {
  it('are a valid configuration of nginx', () => {
    const directory = mkdtempSync(join(tmpdir(), 'tegenzet-nginx-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    const file = join(directory, 'nginx.conf')
    writeFileSync(file, `pid ${directory}/pid;\nevents {}\nhttp { include ${DEPLOY}/nginx.conf; }\n`)
    expect(() => run('nginx', ['-t', '-c', file])).not.toThrow()
  })

  it.each(['', 'http://localhost:8080', 'https://tegenzet.example'])(
    'are a valid configuration of Caddy with PUBLIC_URL=%s',
    (PUBLIC_URL) => {
      const env = { UPSTREAMS: 'api-1:3000 api-2:3000', ...(PUBLIC_URL && { PUBLIC_URL }) }
      const args = ['--adapter', 'caddyfile', '--config', join(DEPLOY, 'Caddyfile')]
      expect(() => run('caddy', ['validate', ...args], env)).not.toThrow()
      const adapted = run('caddy', ['adapt', ...args], env)
      for (const dial of ['api-1:3000', 'api-2:3000']) expect(adapted).toContain(`{"dial":"${dial}"}`)
      // the certificate is for this name
      expect(adapted.includes('":443"')).toBe(PUBLIC_URL.startsWith('https'))
    },
  )

  it('are a valid systemd unit', () => {
    expect(run('systemd-analyze', ['verify', join(DEPLOY, 'tegenzet@.service')])).toBe('')
  })
})
