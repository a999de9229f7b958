import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { isRuleSetId, RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'
import { type GameRecord, parseGame, RecordReader, writeRecord } from '../src/index.ts'

const USAGE = `usage:
  records read [--rules ID]   read records from standard input; write a JSON line for each game:
                              { rules, tags, tree, moves, result, error }
  records write               read such lines from standard input; write records
ID: the rule set of games that name none, muehle without it: ${RULE_SET_IDS.join(' ')}`

/** A usage error, printed to standard error; the exit code is 1. */
class UsageError extends Error {}

async function main([command, ...rest]: string[]): Promise<void> {
  if (command === '--help' || command === 'help') return write(`${USAGE}\n`)
  if (command === 'read') return read(rulesOf(rest))
  if (command === 'write' && rest.length === 0) return writeAll()
  throw new UsageError(USAGE)
}

function rulesOf([option, id, ...more]: string[]): RuleSetId | undefined {
  if (option === undefined) return undefined
  if (option !== '--rules' || id === undefined || more.length > 0) throw new UsageError(USAGE)
  if (!isRuleSetId(id)) throw new UsageError(`expected a rule set, one of: ${RULE_SET_IDS.join(' ')}`)
  return id
}

async function read(rules: RuleSetId | undefined): Promise<void> {
  const reader = new RecordReader(rules ? { rules } : {})
  const print = async (games: Iterable<GameRecord>) => {
    for (const game of games) await write(`${JSON.stringify(game)}\n`)
  }
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) await print(reader.push(chunk as string))
  await print(reader.end())
}

async function writeAll(): Promise<void> {
  const lines = createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })
  let number = 0
  for await (const line of lines) {
    number++
    if (line.trim() === '') continue
    const game = parseGame(parse(line))
    if (game.ok) await write(writeRecord(game.value))
    else {
      console.error(`line ${number}: ${game.error}`)
      process.exitCode = 1
    }
  }
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** Waits for a slow reader, so that input of any length streams through. */
async function write(text: string): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain')
}

// a reader such as `head` closes the pipe when it has seen enough
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit()
})

try {
  await main(process.argv.slice(2))
} catch (error) {
  if (!(error instanceof UsageError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
