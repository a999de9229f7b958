import type { OpenResponse } from './send.ts'

/**
 * Yields the lines of a streamed response, and closes it at the end or when the reader stops.
 * @throws NetworkError if the stream breaks off
 */
export async function* readLines({ response, read, close }: OpenResponse): AsyncGenerator<string, void> {
  if (!response.body) return close()
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await read(() => reader.read())
      if (done) break
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
    }
    if (rest) yield rest
  } finally {
    close()
  }
}
