import { readFileSync } from 'node:fs'

/** A position of a game of the engine against itself. */
export interface Sample {
  /** Its key (`millKey`). */
  low: number
  high: number
  /** Of the search, for the side to move. */
  score: number
  /** Of the game, for the side to move: 1 won, 0 drawn, −1 lost. */
  result: number
  game: number
}

const FIELDS = 5

export const toBytes = (samples: readonly Sample[]): Uint8Array =>
  new Uint8Array(
    Int32Array.from(samples.flatMap(({ low, high, score, result, game }) => [low, high, score, result, game]))
      .buffer,
  )

export function* readSamples(file: string): Generator<Sample> {
  const bytes = readFileSync(file)
  const cells = new Int32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4)
  for (let at = 0; at < cells.length; at += FIELDS) {
    const [low = 0, high = 0, score = 0, result = 0, game = 0] = cells.subarray(at, at + FIELDS)
    yield { low, high, score, result, game }
  }
}
