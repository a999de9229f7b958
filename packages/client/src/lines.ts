import type { Begun } from './send.ts'

/** The lines of an answer as they come; then, or when the reader stops, it is ended. @throws NetworkError where it is cut */
export async function* readLines({ response, read, end }: Begun): AsyncGenerator<string, void> {
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await read(() => reader.read())
      if (done) break
      const lines = (rest + value).split('\n')
      rest = lines.pop()!
      yield* lines
    }
    if (rest) yield rest
  } finally {
    end()
  }
}
