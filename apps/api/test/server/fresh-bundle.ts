import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** @throws if the bundles of server and bot are older than their sources */
export function assertFreshBundle(): void {
  for (const app of ['api', 'bot']) {
    const directory = fileURLToPath(new URL(`../../../${app}`, import.meta.url))
    const record = join(directory, 'dist/sources.json')
    const builtAt = statSync(record, { throwIfNoEntry: false })?.mtimeMs
    if (builtAt === undefined) throw new Error(`apps/${app} is not built: run pnpm build`)
    const hashes: Record<string, string> = JSON.parse(readFileSync(record, 'utf8'))
    for (const [path, hash] of Object.entries(hashes)) {
      const source = join(directory, path)
      if ((statSync(source, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < builtAt) continue
      if (createHash('sha256').update(readFileSync(source)).digest('hex') !== hash)
        throw new Error(`${source} has changed since the server was built: run pnpm build`)
    }
  }
}
