// Builds with Turborepo, as much at once as there is memory for: node bundle/build.mjs TASK …
import { spawnSync } from 'node:child_process'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
// Turborepo runs tasks with pnpm. In the root's folder, `pnpm exec turbo` would find it by a relative path, and fail.
const PROGRAMS = ['node_modules/.bin', 'apps/api/node_modules/.bin'].map((folder) => join(ROOT, folder))

/** Megabytes that building everything takes at most (docs/measurements.md). */
export const NEED = { atOnce: 1600, inTurn: 900 }
/** One task after another, and each frees memory early. turbo.json passes these variables on. */
export const IN_TURN = {
  TURBO_CONCURRENCY: '1',
  NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --max-old-space-size=256`.trim(),
  // esbuild
  GOGC: '20',
  GOMAXPROCS: '1',
  // Vite's bundler
  RAYON_NUM_THREADS: '1',
  MIMALLOC_PURGE_DELAY: '0',
}

/** Ends this process if the build fails. */
export function build(tasks) {
  const free = Math.floor(process.availableMemory() / 2 ** 20)
  const inTurn = free < NEED.atOnce
  if (inTurn) console.info(noteOn(free))
  const { status } = spawnSync('turbo', ['run', ...tasks], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: {
      ...process.env,
      TURBO_TELEMETRY_DISABLED: '1',
      PATH: [...PROGRAMS, process.env.PATH].join(delimiter),
      ...(inTurn && IN_TURN),
    },
  })
  if (status === 0) return
  if (inTurn) console.error(`The build failed. ${noteOn(free)}`)
  process.exit(status ?? 1)
}

const noteOn = (free) =>
  `Building takes up to ${NEED.atOnce} MB of memory, ${NEED.inTurn} MB with one task after another as now; ${free} MB are free.`

if (process.argv[1] === fileURLToPath(import.meta.url)) build(process.argv.slice(2))
