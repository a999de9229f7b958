import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'

/**
 * Writes the files of the embedded database into a stream, as a tar file, and leaves the stream open. Holds the only
 * connection, so that nothing changes meanwhile.
 */
export async function dumpFiles(pool: pg.Pool, directory: string, to: Writable): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('CHECKPOINT')
    const tar = spawn('tar', ['-cf', '-', '-C', directory, '.'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [[code]] = await Promise.all([once(tar, 'close'), pipeline(tar.stdout, to, { end: false })])
    if (code !== 0) throw new Error(`tar ended with ${code}`)
  } finally {
    client.release()
  }
}
