import { sha256 } from '@noble/hashes/sha2.js'
import { sleep } from './backoff.ts'
import type { Signal } from './platform.ts'

/** Computes this long before it lets the page react. */
const SLICE_MS = 20
/** Hashes between two looks at the clock. */
const BATCH = 500

/**
 * Solves the puzzle of `getRegistrationPuzzle` for a username: finds a nonce for which the SHA-256 of
 * `text:username:nonce` begins with `bits` zero bits. Each additional bit doubles the time; 18 bits take about a second.
 * @returns the `puzzle` of a registration
 * @throws the signal's reason
 */
export async function solvePuzzle(
  { text, bits }: { text: string; bits: number },
  username: string,
  signal?: Signal,
): Promise<{ text: string; nonce: string }> {
  const prefix = `${text}:${username.toLowerCase()}:`
  const encoder = new TextEncoder()
  let sliceEnds = performance.now() + SLICE_MS
  for (let nonce = 0; ; nonce++) {
    if (leadingZeroBits(sha256(encoder.encode(prefix + nonce))) >= bits) return { text, nonce: `${nonce}` }
    if (nonce % BATCH > 0 || performance.now() < sliceEnds) continue
    await sleep(0, signal)
    sliceEnds = performance.now() + SLICE_MS
  }
}

const leadingZeroBits = (hash: Uint8Array): number => Math.clz32(new DataView(hash.buffer).getUint32(0))
