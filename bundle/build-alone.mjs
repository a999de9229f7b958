// Builds what has changed, for `pnpm start`. Two starts in one checkout would overwrite each other's files, so the second
// waits. The kernel holds the lock, so it ends with its process.
import { spawnSync } from 'node:child_process'
import { openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'

const { tryLock, waitForLockSync } = createRequire(new URL('../apps/api/package.json', import.meta.url))(
  'fs-native-extensions',
)
const inRoot = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const lock = openSync(inRoot('node_modules/.build-lock'), 'a')
if (!tryLock(lock)) {
  console.info('Another start is building. Waiting for it.')
  waitForLockSync(lock)
}
const turbo = [inRoot('node_modules/turbo/bin/turbo'), 'run', 'build', 'db:template']
const { status } = spawnSync(process.execPath, turbo, { stdio: 'inherit' })
process.exitCode = status ?? 1
