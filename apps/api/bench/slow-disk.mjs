// Preloaded into a server by disk.ts: a disk that takes SYNC_MS for each sync.
import fs from 'node:fs'

const ms = Number(process.env.SYNC_MS)
const stands = new Int32Array(new SharedArrayBuffer(4))
fs.fsyncSync = () => {
  if (ms > 0) Atomics.wait(stands, 0, 0, ms)
}
fs.fsync = (_descriptor, done) => (ms > 0 ? setTimeout(done, ms, null) : setImmediate(done, null))
