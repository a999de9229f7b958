import { constants, deflateRawSync, inflateRawSync } from 'node:zlib'

/** Compresses a block so that it can be read alone, or as a part of one stream with the others. */
export const deflateBlock = (bytes: Uint8Array): Uint8Array =>
  deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH })

/** Undoes `deflateBlock`. At once: a block takes a twentieth of a millisecond, a turn in Node's threads longer. */
export const inflateBlock = (compressed: Uint8Array): Uint8Array =>
  inflateRawSync(compressed, { finishFlush: constants.Z_SYNC_FLUSH })
