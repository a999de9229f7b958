import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { readConfig } from '../../src/config/config.ts'
import { playPlies } from '../play/play-plies.ts'
import { type ServerProcess, startServerProcess } from '../server/server-process.ts'
import { blockOf, ROOT } from './read-blocks.ts'
import { programs, runBlock } from './run-block.ts'

/** The container `tegenzet` without Docker: its programs are those of the build, its volume is the folder `$VOLUME`. */
const DOCKER = `
stop() { kill "$SERVER"; while kill -0 "$SERVER"; do sleep 0.1; done 2>/dev/null; }
tegenzet() { DATA_DIR=$VOLUME exec ${ROOT}/bundle/tegenzet.mjs "\${@///data/$VOLUME}"; }
case "$*" in
  'exec tegenzet tegenzet '*) tegenzet "\${@:4}" ;;
  'cp tegenzet:/data/'*) cp "$VOLUME/\${2#tegenzet:/data/}" "$3" ;;
  'stop tegenzet') stop ;;
  'run --rm --volume tegenzet:/data tegenzet tegenzet '*) tegenzet "\${@:7}" ;;
  'start tegenzet') ;;
  *) echo "unexpected: docker $*" >&2; exit 64 ;;
esac`

let directory: string
let dataDir: string
let server: ServerProcess | undefined
const env: Record<string, string> = {}
const block = (start: string, document = 'docs/operating.md') => blockOf(document, start)
const start = async (settings: Record<string, string> = {}) => {
  server = await startServerProcess({ DATA_DIR: dataDir, LOG_LEVEL: 'silent', ...settings })
  env.SERVER = `${server.pid}`
  return server
}
const plyAt = async ({ url }: ServerProcess) =>
  ((await (await fetch(`${url}/api/v1/games/100001`)).json()) as { ply: number }).ply

beforeAll(() => {
  directory = mkdtempSync(join(tmpdir(), 'tegenzet-commands-'))
  const recorded = (name: string) => `echo "${name} $*" >> ${directory}/calls`
  env.PATH = programs(join(directory, 'programs'), {
    docker: DOCKER,
    ...Object.fromEntries(['apt-get', 'systemctl'].map((name) => [name, recorded(name)])),
  })
})
beforeEach(() => {
  dataDir = mkdtempSync(join(directory, 'data-'))
  Object.assign(env, { DATA_DIR: dataDir, VOLUME: dataDir })
})
afterAll(async () => {
  await server?.end('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

// takes many starts of programs; backup.test.ts has what they do
it.runIf(process.env.SOAK)(
  'backs up beside the server, asks the doctor, restores, and asks to remove factors',
  {
    timeout: 900_000,
  },
  async () => {
    const running = await start()
    await playPlies(running.url, 2)
    const backups = join(directory, 'backups')
    mkdirSync(backups)
    const replace = { '/backups/': `${backups}/` }
    const [backup = '', withSecret = '', restore = ''] = block('npx -y pnpm@10.34.9 tegenzet backup').split(
      '\n',
    )
    expect(await runBlock(backup, { env, replace })).toContain('was read again')
    rmSync(join(backups, readdirSync(backups)[0]!))
    expect(await runBlock(withSecret, { env, replace })).not.toContain('The secret is not in it')
    const checked = await runBlock(block('npx -y pnpm@10.34.9 tegenzet doctor'), {
      env: { ...env, PUBLIC_URL: running.url, PORT: new URL(running.url).port },
    })
    expect(checked).not.toContain('PROBLEM')
    await running.end('SIGTERM')
    expect(await runBlock(restore, { env, replace })).toContain('Restored the backup of')
    // it finds the player, who has none
    const removal = runBlock(block('npx -y pnpm@10.34.9 tegenzet admin remove-factors'), { env })
    await expect(removal).rejects.toThrow('anna has no second factor')
    expect(await plyAt(await start())).toBe(2)
    await server?.end('SIGTERM')
  },
)

it.runIf(process.env.SOAK)('backs up and restores the single container', { timeout: 900_000 }, async () => {
  await playPlies((await start()).url, 3)
  const output = await runBlock(block('docker exec'), { cwd: directory, env })
  expect(output).toContain('Restored the backup of')
  expect(existsSync(join(directory, 'backup.tar'))).toBe(true)
  expect(await plyAt(await start())).toBe(3)
  await server?.end('SIGTERM')
})

it('sets up Caddy and bounds the journal', async () => {
  const etc = join(directory, 'etc')
  for (const folder of ['caddy', 'systemd/system']) mkdirSync(join(etc, folder), { recursive: true })
  const replace = { '/etc/': `${etc}/` }
  await runBlock(block('apt-get install --yes caddy'), {
    env,
    replace: { ...replace, '/opt/tegenzet/lib/node_modules/tegenzet': ROOT },
  })
  expect(readFileSync(join(etc, 'caddy/Caddyfile'), 'utf8')).toContain('{$PUBLIC_URL:')
  expect(readFileSync(join(etc, 'systemd/system/caddy.service.d/tegenzet.conf'), 'utf8')).toBe(
    '[Service]\nEnvironment=PUBLIC_URL=https://tegenzet.example\nEnvironment="UPSTREAMS=127.0.0.1:3000"\n',
  )
  await runBlock(block('mkdir -p /etc/systemd/journald'), { env, replace })
  expect(readFileSync(join(etc, 'systemd/journald.conf.d/size.conf'), 'utf8')).toBe(
    '[Journal]\nSystemMaxUse=1G\n',
  )
  expect(readFileSync(join(directory, 'calls'), 'utf8').split('\n')).toContain(
    'systemctl restart systemd-journald',
  )
})

it('nginx.conf leads to the process that the document starts, and to no other', () => {
  const [, port] = /enable --now tegenzet@(\d+)/.exec(block('useradd'))!
  const upstreams = readFileSync(join(ROOT, 'deploy/nginx.conf'), 'utf8').matchAll(
    /^\s*server 127\.0\.0\.1:(\d+)/gm,
  )
  expect([...upstreams].map(([, upstream]) => upstream)).toEqual([port])
})

it.each([
  [
    'DATABASE_URL=postgres://tegenzet@pgbouncer',
    {
      databaseUrl: 'postgres://tegenzet@postgres:5432/tegenzet',
      replicaUrl: 'postgres://tegenzet@replica:5432/tegenzet',
      busUrl: 'redis://redis:6379',
    },
    'docs/scaling.md',
  ],
  ['SITE_NAME', { siteName: 'Molenclub', operator: { name: 'Vereniging Molenclub' } }],
  ['WITHOUT', { games: ['molenspel', 'halma'] }],
  ['OIDC_ISSUER', { oidc: { name: 'De Molen', require: { claim: 'groups', value: 'chess' } } }],
  ['SMTP_URL', { mail: { from: 'Tegenzet <post@example.org>' } }],
])('the settings that begin with %s are understood', (start, expected, document?: string) => {
  const settings = { SECRET: 'x'.repeat(32), ...parseEnv(block(start, document)) }
  expect(readConfig(settings, () => '')).toMatchObject(expected)
})
