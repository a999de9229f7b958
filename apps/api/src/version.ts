import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.ts'

/** Only the package (bundle/pack-server.mjs) has `gitHead`. */
const own: { version: string; gitHead?: string | null } = JSON.parse(
  readFileSync(join(ROOT, 'package.json'), 'utf8'),
)

/** The version of the server. */
export const VERSION = own.version

/** The Git commit that the package was built from. null: nobody knows; undefined: this is no package. */
export const PACKED_COMMIT = own.gitHead
