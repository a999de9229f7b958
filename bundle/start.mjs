// Installs and builds what has changed, then starts the server. It needs only Node and npm, and when nothing has changed
// it does not wait for pnpm, which would take as long as the server itself.
import { spawn, spawnSync } from 'node:child_process'
import { openSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
process.env.TURBO_TELEMETRY_DISABLED = '1'
// Turborepo runs tasks with pnpm. In the root's folder, `pnpm exec turbo` would find it by a relative path, and fail.
const programs = ['node_modules/.bin', 'apps/api/node_modules/.bin'].map((folder) => join(root, folder))
process.env.PATH = [...programs, process.env.PATH].join(delimiter)

function run(command) {
  const { status } = spawnSync(command, { stdio: 'inherit', shell: true })
  if (status !== 0) process.exit(status ?? 1)
}

const contentOf = (path) => {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

// pnpm keeps a copy of the lock file of what it has installed
if (contentOf('node_modules/.pnpm/lock.yaml') !== readFileSync('pnpm-lock.yaml', 'utf8')) {
  const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'))
  run(`npx -y ${packageManager} install --frozen-lockfile`)
}

// Two starts in one checkout would overwrite each other's files, so the second waits. The kernel holds the lock, so it
// ends with its process.
const { tryLock, unlock, waitForLockSync } = createRequire(
  new URL('../apps/api/package.json', import.meta.url),
)('fs-native-extensions')
const lock = openSync('node_modules/.build-lock', 'a')
if (!tryLock(lock)) {
  console.info('Another start is building. Waiting for it.')
  waitForLockSync(lock)
}
run('turbo run @tegenzet/api#build @tegenzet/bot#build @tegenzet/web#bundle db:template')
unlock(lock)

await import('../apps/api/dist/server.js')

// what is left of the build: smaller copies of the client's scripts and styles
const compressing = spawn(process.execPath, ['bundling/compress-immutable.js'], {
  cwd: 'apps/web',
  stdio: 'ignore',
})
setPriority(compressing.pid, constants.priority.PRIORITY_LOW)
process.on('exit', () => compressing.kill())
