// `pnpm pack:server` builds the server and packs it as tegenzet-VERSION.tgz, which npm installs and runs without a build.
// It has the places of a checkout, because programs find files by their distance from the bundle.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from './build.mjs'
import { LICENCES } from './licences.mjs'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const APPS = ['api', 'bot', 'web']
const ENTRY = 'bundle/tegenzet.mjs'
/** What the server reads besides its bundles, and what a host may need. */
const KEPT = [
  ENTRY,
  'deploy',
  'docs',
  'packages/db/generated-template',
  'packages/puzzles/data',
  'packages/tables/data',
  'prisma/migrations',
]
/** A picture of the README; what only a build needs. */
const LEFT_OUT = ['screenshot.png', 'sources.json', LICENCES]

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'))
const own = readJson(join(ROOT, 'package.json'))

/**
 * Packs what was built.
 * @param destination the folder of the package
 * @returns its path
 */
export function packServer(destination, version = own.version) {
  const stage = mkdtempSync(join(tmpdir(), 'tegenzet-package-'))
  try {
    for (const path of KEPT) copy(join(ROOT, path), join(stage, path))
    for (const app of APPS) copy(join(ROOT, 'apps', app, 'build'), join(stage, 'apps', app, 'dist'))
    const { name, type, license, engines } = own
    const description = { name, version, type, license, engines }
    const dependencies = dependenciesOf(join(ROOT, 'apps/api'))
    const described = { ...description, gitHead: commit(), bin: { [name]: ENTRY }, dependencies }
    writeFileSync(join(stage, 'package.json'), `${JSON.stringify(described, null, 2)}\n`)
    writeFileSync(join(stage, 'NOTICES.md'), notices())
    mkdirSync(destination, { recursive: true })
    const args = ['pack', stage, '--pack-destination', destination, '--json', '--ignore-scripts']
    const [{ filename }] = JSON.parse(execFileSync('npm', args, { encoding: 'utf8', maxBuffer: 2 ** 24 }))
    return join(destination, filename)
  } finally {
    rmSync(stage, { recursive: true })
  }
}

const copy = (from, to) =>
  cpSync(from, to, { recursive: true, filter: (path) => !LEFT_OUT.includes(basename(path)) })

/** What is not bundled, in the versions that were tested. */
function dependenciesOf(app) {
  const { dependencies } = readJson(join(app, 'package.json'))
  const versionOf = (name) => readJson(join(app, 'node_modules', name, 'package.json')).version
  const fromNpm = Object.keys(dependencies).filter((name) => !dependencies[name].startsWith('workspace:'))
  return Object.fromEntries(fromNpm.map((name) => [name, versionOf(name)]))
}

/** null: this is no repository, or Git is missing. */
function commit() {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: ROOT, encoding: 'utf8' })
  return stdout?.trim() || null
}

function notices() {
  const listed = APPS.flatMap((app) => readJson(join(ROOT, 'apps', app, 'build', LICENCES)))
  const apache = listed.find(({ identifier, text }) => identifier === 'Apache-2.0' && text)
  const contained = listed.flatMap(({ contains }) => (contains ? [{ ...contains, text: apache.text }] : []))
  const packages = new Map([...listed, ...contained].map((one) => [`${one.name} ${one.version}`, one]))
  const sections = [...packages]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([title, { identifier, text }]) =>
        `## ${title}: ${identifier}\n\n${text || 'The package names this licence and has no text of it.'}\n`,
    )
  return `# Packages that are part of this one\n\nEach is on npm under its name, as source.\n\n${sections.join('\n')}`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  // Turborepo leaves files of earlier builds there
  for (const app of APPS) rmSync(join(ROOT, 'apps', app, 'build'), { recursive: true, force: true })
  build(['@tegenzet/api#bundle', '@tegenzet/bot#build', '@tegenzet/web#build', 'db:template'])
  console.info(packServer(ROOT))
}
