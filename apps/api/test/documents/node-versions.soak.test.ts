import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { playPlies } from '../play/play-plies.ts'
import { startServerProcess } from '../server/server-process.ts'

// installs each Node from npm
describe('the built server', () => {
  it.each(['20.19', '22', '24', '26'])('starts, plays and stops on Node %s', async (version) => {
    const directory = mkdtempSync(join(tmpdir(), 'tegenzet-node-'))
    onTestFinished(() => rmSync(directory, { recursive: true }))
    writeFileSync(join(directory, 'package.json'), '{}')
    execFileSync('npm', ['install', '--silent', `node@${version}`], { cwd: directory })
    const node = join(directory, 'node_modules/node/bin/node')
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toMatch(new RegExp(`^v${version}\\.`))

    const env = { DATA_DIR: join(directory, 'data'), LOG_LEVEL: 'warn', BOT: 'true' }
    const server = await startServerProcess(env, [], node)
    expect(await playPlies(server.url, 20)).toMatchObject({ ply: 20 })
    const bots = async () => ((await (await fetch(`${server.url}/api/v1/bots`)).json()) as any).items.length
    await expect.poll(bots).toBeGreaterThan(0)
    expect(await server.end('SIGTERM')).toBe(0)
    expect(server.output()).not.toContain('"level":50')
  })
})
