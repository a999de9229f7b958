import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline'

/** A usage error, printed to standard error; the exit code is 1. */
export class UsageError extends Error {}

/** The lines of standard input. */
export const inputLines = (): Interface =>
  createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })

/** Waits for a slow reader, so that input of any length streams through. */
export async function writeOut(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

export const writeLine = (line: string): Promise<void> => writeOut(`${line}\n`)

/**
 * Runs a command with the arguments of this process.
 * @param expected errors whose message is all that the user needs; the exit code is 1
 */
export async function runCommand(
  main: (words: string[]) => Promise<void>,
  expected: readonly (new (...args: never[]) => Error)[] = [],
): Promise<void> {
  // a reader such as `head` closes the pipe when it has seen enough
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
    process.exit()
  })
  try {
    await main(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof Error) || ![UsageError, ...expected].some((kind) => error instanceof kind))
      throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
