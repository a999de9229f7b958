import { isRuleSetId, RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'
import { inputLines, runCommand, UsageError, writeLine, writeOut } from '@tegenzet/rules/command-line'
import { type GameRecord, parseGame, RecordReader, writeRecord } from '../src/index.ts'

const USAGE = `usage:
  records read [--rules ID]   read records from standard input; write a JSON line for each game:
                              { rules, tags, tree, moves, result, error }
  records write               read such lines from standard input; write records
ID: the rule set of games that name none, muehle without it: ${RULE_SET_IDS.join(' ')}`

async function main([command, ...rest]: string[]): Promise<void> {
  if (command === '--help' || command === 'help') return writeLine(USAGE)
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
    for (const game of games) await writeLine(JSON.stringify(game))
  }
  process.stdin.setEncoding('utf8')
  for await (const chunk of process.stdin) await print(reader.push(chunk as string))
  await print(reader.end())
}

async function writeAll(): Promise<void> {
  let number = 0
  for await (const line of inputLines()) {
    number++
    if (line.trim() === '') continue
    const game = parseGame(parse(line))
    if (game.ok) await writeOut(writeRecord(game.value))
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

await runCommand(main)
