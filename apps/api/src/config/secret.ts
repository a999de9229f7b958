import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { makeDirectory } from '@tegenzet/db'
import { ConfigError, MIN_SECRET_LENGTH } from './environment.ts'

/**
 * The secret of a server with an embedded database: created once, stored beside the data, readable by its owner only.
 * @throws ConfigError if the stored secret is too short, because codes and cookies could then be guessed
 */
export function keptSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  makeDirectory(dataDir)
  if (!existsSync(file)) createSecret(file)
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < MIN_SECRET_LENGTH)
    throw new ConfigError(
      `${file} has ${secret.length} characters, expected at least ${MIN_SECRET_LENGTH}. Restore it from a backup, or delete it: the server then creates a new one, which logs everybody out.`,
    )
  return secret
}

/** The file appears under its name only when it is complete. If two processes create it, the first one's is kept. */
function createSecret(file: string): void {
  const draft = `${file}.${randomBytes(4).toString('hex')}`
  const descriptor = openSync(draft, 'wx', 0o600)
  try {
    writeSync(descriptor, randomBytes(32).toString('hex'))
    fsyncSync(descriptor)
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    closeSync(descriptor)
    rmSync(draft, { force: true })
  }
}
