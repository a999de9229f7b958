// Installs and builds what has changed, then starts the server. It needs only Node and npm, and when nothing has changed
// it does not wait for pnpm, which would take as long as the server itself.
import { spawn, spawnSync } from 'node:child_process'
import { openSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)

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
  const install = `npx -y ${packageManager} install --frozen-lockfile`
  const { status } = spawnSync(install, { stdio: 'inherit', shell: true })
  if (status !== 0) process.exit(status ?? 1)
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
build(['@tegenzet/api#bundle', '@tegenzet/bot#build', '@tegenzet/web#bundle', 'db:template'])
const { publish } = await import('./publish.mjs')
publish()
unlock(lock)

await import('../apps/api/dist/server.js')

// what is left of the build: smaller copies of the client's scripts and styles
const client = realpathSync('apps/web/dist')
const compressing = spawn(process.execPath, ['bundling/compress-immutable.js', client], {
  cwd: 'apps/web',
  stdio: 'ignore',
})
setPriority(compressing.pid, constants.priority.PRIORITY_LOW)
process.on('exit', () => compressing.kill())
