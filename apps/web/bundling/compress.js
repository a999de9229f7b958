import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** How a content is compressed, by the end of the file's name. */
export const FORMATS = {
  '.br': (content) => brotli(content, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: content.length } }),
  '.gz': (content) => zip(content, { level: constants.Z_BEST_COMPRESSION }),
}

/** The files in a folder and in those below it. */
export const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))

/**
 * Writes a compressed copy of each file in each format, with the best and slowest compression. A content that several
 * files have, because it is the same in several languages, is compressed once. A copy appears when it is whole, because
 * a server may be serving the folder.
 */
export async function compress(paths) {
  const byContent = new Map()
  for (const path of paths) {
    const sum = createHash('sha256').update(readFileSync(path)).digest('hex')
    byContent.set(sum, [...(byContent.get(sum) ?? []), path])
  }
  const write = async ([format, compressed], same) => {
    const content = await compressed(readFileSync(same[0]))
    for (const path of same) {
      writeFileSync(`${path}${format}.part`, content)
      renameSync(`${path}${format}.part`, path + format)
    }
  }
  await Promise.all(
    [...byContent.values()].flatMap((same) => Object.entries(FORMATS).map((format) => write(format, same))),
  )
}
