import { promisify } from 'node:util'
import { constants, deflateRawSync, inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)

/** Compresses a block so that it can be read alone, or as a part of one stream with the others. */
export const deflateBlock = (bytes: Uint8Array): Uint8Array =>
  deflateRawSync(bytes, { level: 9, finishFlush: constants.Z_FULL_FLUSH })

/** Undoes `deflateBlock`. */
export const inflateBlock = (compressed: Uint8Array): Promise<Uint8Array> =>
  inflate(compressed, { finishFlush: constants.Z_SYNC_FLUSH })
