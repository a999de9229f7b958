import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runCommand, UsageError, writeLine } from '@tegenzet/rules/command-line'
import { buildPuzzles } from '../build/build-puzzles.ts'
import { loadPuzzles } from '../node/index.ts'
import { writePuzzles } from '../src/index.ts'

const USAGE = `usage:
  puzzles build   compose the puzzles that ship with the project again, in six to ten minutes; the result is always the same
  puzzles list    write a JSON line for each puzzle: { id, rules, position, solution, value, plies, themes, source }`

const SHIPPED = fileURLToPath(new URL('../data/puzzles.tsv', import.meta.url))

async function main([command, ...rest]: string[]): Promise<void> {
  if (command === '--help' || command === 'help') return writeLine(USAGE)
  if (rest.length > 0) throw new UsageError(USAGE)
  if (command === 'build')
    return writeFileSync(SHIPPED, writePuzzles(await buildPuzzles((text) => console.error(text))))
  if (command === 'list') return list()
  throw new UsageError(USAGE)
}

async function list(): Promise<void> {
  for (const { id, rules, position, solution, value, plies, themes, source } of loadPuzzles(SHIPPED))
    await writeLine(JSON.stringify({ id, rules, position, solution, value, plies, themes, source }))
}

await runCommand(main)
