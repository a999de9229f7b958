// Puts what was built (`build`) where it runs (`dist`), beside what is running: `dist` becomes a link to a new folder, and
// a running process keeps the folder it was started from. Turborepo writes `build` file by file.
import { createHash } from 'node:crypto'
import {
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const APPS = fileURLToPath(new URL('../apps', import.meta.url))
const { tryLock } = createRequire(join(APPS, 'api/package.json'))('fs-native-extensions')
/** The server's comes last, because it looks for those of the same name (apps/api/src/paths.ts). */
const BUILT = ['web', 'bot', 'api']

/** @param apps the folder of the apps */
export function publish(apps = APPS) {
  const name = `dist-${idOf(apps)}`
  for (const app of BUILT) copyWhole(join(apps, app), name)
  for (const app of BUILT) link(join(apps, app), name)
  for (const folder of unusedFolders(apps, name))
    for (const app of BUILT) rmSync(join(apps, app, folder), { recursive: true, force: true })
}

/** Changes with every file. Compressed copies count by name only: they follow from the others. */
function idOf(apps) {
  const hash = createHash('sha256')
  for (const app of BUILT) {
    const folder = join(apps, app, 'build')
    const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
    for (const path of paths.sort()) {
      hash.update(`${path.slice(apps.length)}\n`)
      if (!/\.(br|gz|map)$/.test(path)) hash.update(readFileSync(path))
    }
  }
  return hash.digest('hex').slice(0, 16)
}

/** The folder appears when it is whole. */
function copyWhole(app, name) {
  if (existsSync(join(app, name))) return
  const part = join(app, `${name}-part-${process.pid}`)
  // fresh-bundle.ts compares times
  cpSync(join(app, 'build'), part, { recursive: true, preserveTimestamps: true })
  renameSync(part, join(app, name))
}

function link(app, name) {
  const dist = join(app, 'dist')
  const current = lstatSync(dist, { throwIfNoEntry: false })
  if (current?.isSymbolicLink() && readlinkSync(dist) === name) return
  // from before it was a link
  if (current?.isDirectory()) rmSync(dist, { recursive: true })
  const next = `${dist}-next-${process.pid}`
  symlinkSync(name, next, 'dir')
  renameSync(next, dist)
}

/** Folders whose server has ended (apps/api/src/start/hold-build.ts). */
function unusedFolders(apps, current) {
  const folders = BUILT.flatMap((app) => readdirSync(join(apps, app)))
  const earlier = folders.filter((name) => /^dist-[0-9a-f]{16}$/.test(name) && name !== current)
  return [...new Set(earlier)].filter((name) => !isHeld(join(apps, 'api', name, 'sources.json')))
}

function isHeld(file) {
  if (!existsSync(file)) return false
  const descriptor = openSync(file, 'r+')
  try {
    return !tryLock(descriptor)
  } finally {
    closeSync(descriptor)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) publish()
