import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

const COMPRESSED =
  /^(application\/(((problem|manifest)\+)?(json|javascript)|atom\+xml|x-ndjson)|text\/(html|css|plain|markdown|calendar|javascript))\b/

// higher levels cost more time than they save
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }
const GZIP = { level: 6 }
const ENCODINGS = ['br', 'gzip'] as const

export type Encoding = (typeof ENCODINGS)[number]

/** Compresses the answers of routes. The web client's files are compressed when they are built. */
export async function registerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    customTypes: COMPRESSED,
    encodings: [...ENCODINGS],
    brotliOptions: BROTLI,
    zlibOptions: GZIP,
  })
}

/** For answers that are compressed by hand: the better encoding that a client accepts (RFC 9110, 12.5.3), or null. */
export function acceptedEncoding(header = ''): Encoding | null {
  const accepted = header
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*q\s*=\s*/))
    .filter(([, weight]) => weight === undefined || Number(weight) > 0)
    .map(([name]) => name)
  return ENCODINGS.find((encoding) => accepted.includes(encoding)) ?? null
}

export const compressed = (text: string, encoding: Encoding): Promise<Buffer> =>
  encoding === 'br' ? promisify(brotliCompress)(text, BROTLI) : promisify(gzip)(text, GZIP)
