import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

// src/ and the bundle's folder are equally deep: a path from here serves both
const fromHere = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Whether this is the bundle (`pnpm build`), not the sources. */
const BUNDLED = !import.meta.url.endsWith('.ts')

/** The folder that this program runs from. */
export const BUILD = fromHere('.')

// `dist` may lead to a newer build by now (bundle/publish.mjs)
const DIST = BUNDLED ? basename(BUILD) : 'dist'

/** The repository, or what an image has of it. */
export const ROOT = fromHere('../../..')

/** The built web client. */
export const WEB_CLIENT = fromHere(`../../web/${DIST}`)

/** The guides that the API reference serves. */
export const DOCS = join(ROOT, 'docs')

/** The endgame tables of the repository. */
export const SHIPPED_TABLES = join(ROOT, 'packages/tables/data')

/** The puzzles of the repository. */
export const SHIPPED_PUZZLES = join(ROOT, 'packages/puzzles/data/puzzles.tsv')

/** The program that makes a backup. */
export const BACKUP_PROGRAM = fromHere(BUNDLED ? 'backup.js' : 'backup/cli.ts')

/** The program that runs the built-in bots. */
export const BUILT_IN_BOTS = fromHere(
  `../../bot/${BUNDLED ? DIST : 'src'}/built-in-bots.${BUNDLED ? 'js' : 'ts'}`,
)
