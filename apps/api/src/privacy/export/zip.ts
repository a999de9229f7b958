import { Zip, ZipDeflate } from 'fflate'

export interface ZippedFile {
  name: string
  text: AsyncIterable<string>
}

/** A zip file in pieces. Holds no more than one piece of text in memory. */
export async function* zipped(
  files: readonly ZippedFile[],
  mtime: Date,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  let failure: Error | null = null
  const pieces: Uint8Array<ArrayBuffer>[] = []
  const zip = new Zip((error, piece) => {
    failure ??= error
    pieces.push(piece as Uint8Array<ArrayBuffer>)
  })
  function* written() {
    if (failure) throw failure
    yield* pieces.splice(0)
  }
  for (const { name, text } of files) {
    const file = new ZipDeflate(name)
    file.mtime = mtime
    zip.add(file)
    for await (const part of text) {
      file.push(Buffer.from(part))
      yield* written()
    }
    file.push(new Uint8Array(), true)
  }
  zip.end()
  yield* written()
}
