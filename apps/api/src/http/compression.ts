import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

/** Streams of lines are not among them: compression would hold lines back. */
const COMPRESSED = /^(application\/(problem\+)?json|text\/(html|css|plain|markdown|calendar))\b/

/** Compresses answers. The web client's files are compressed when they are built. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    customTypes: COMPRESSED,
    encodings: ['br', 'gzip'],
    // higher levels cost more time than they save
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
    zlibOptions: { level: 6 },
  })
}
