import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './paths.ts'

/** The version of the server. */
export const VERSION: string = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version
