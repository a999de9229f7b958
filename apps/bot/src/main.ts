import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { ApiError } from '@tegenzet/client'
import { BOT_LEVELS, type BotLevel } from '@tegenzet/contract'
import { isRuleSetId, RULE_SET_IDS } from '@tegenzet/rules'
import { runBot } from './bot.ts'
import { ForeignEngine } from './foreign/foreign-engine.ts'
import { splitCommand } from './foreign/split-command.ts'
import { openThinkers } from './thinkers.ts'

const USAGE = `usage: TEGENZET_URL=https://… TEGENZET_TOKEN=tz_… pnpm bot [options]

Plays as the bot account of the token: accepts challenges and answers every move until it is stopped.
The token needs the scopes account:read, game:read, game:play and challenge:write.

  --level N        playing strength, 1 (beginner) to 5 (default: 3)
  --think MS       longest time per move in milliseconds (default: 2000)
  --rules A,B      rule sets to play (default: all): ${RULE_SET_IDS.join(', ')}
  --max-games N    accepts no challenges while it has this many running games (default: 50)
  --open           also accepts open challenges that have waited for two minutes
  --about TEXT     introduction shown to players
  --engine COMMAND plays with another program that speaks UCI, such as "stdbuf -oL ./engine --quiet"
  --engine-option NAME=VALUE
                   sets an option of that program; may be repeated
  --threads N      search threads (default: half of the processors)
  --help           prints this help`

class UsageError extends Error {}

function parseInteger(option: string, text: string, min: number, max: number): number {
  const value = Number(text)
  if (!Number.isInteger(value) || value < min || value > max)
    throw new UsageError(`--${option}: expected a whole number from ${min} to ${max}`)
  return value
}

function parseEngineOption(text: string): [name: string, value: string] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError('--engine-option: expected NAME=VALUE')
  return [text.slice(0, at), text.slice(at + 1)]
}

function readOptions(args: string[], env: NodeJS.ProcessEnv) {
  const { values } = parseArgs({
    args,
    options: {
      level: { type: 'string', default: '3' },
      think: { type: 'string', default: '2000' },
      rules: { type: 'string', default: RULE_SET_IDS.join() },
      'max-games': { type: 'string', default: '50' },
      open: { type: 'boolean', default: false },
      about: { type: 'string' },
      engine: { type: 'string' },
      'engine-option': { type: 'string', multiple: true, default: [] },
      threads: { type: 'string', default: `${Math.max(1, availableParallelism() >> 1)}` },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return null
  const { TEGENZET_URL: url, TEGENZET_TOKEN: token } = env
  if (!url || !URL.canParse(url)) throw new UsageError('TEGENZET_URL: expected the URL of a server')
  if (!token) throw new UsageError('TEGENZET_TOKEN: expected the token of a bot account')
  const rules = values.rules.split(',').filter(Boolean)
  const unknown = rules.find((id) => !isRuleSetId(id))
  if (unknown !== undefined || rules.length === 0)
    throw new UsageError(`--rules: expected some of ${RULE_SET_IDS.join(', ')}`)
  const command = values.engine === undefined ? null : splitCommand(values.engine)
  if (command?.length === 0) throw new UsageError('--engine: expected a command')
  if (!command && values['engine-option'].length > 0)
    throw new UsageError('--engine-option: expected --engine too')
  return {
    engine: command && { command, options: values['engine-option'].map(parseEngineOption) },
    baseUrl: new URL(url).origin,
    token,
    rules: rules.filter(isRuleSetId),
    level: parseInteger('level', values.level, 1, BOT_LEVELS.length) as BotLevel,
    maxMillis: parseInteger('think', values.think, 1, 600_000),
    maxGames: parseInteger('max-games', values['max-games'], 1, 10_000),
    takesOpen: values.open,
    about: values.about,
    threads: parseInteger('threads', values.threads, 1, 64),
  }
}

const stop = new AbortController()
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort())
const log = (text: string) => console.info(new Date().toISOString(), text)

async function play(options: NonNullable<ReturnType<typeof readOptions>>): Promise<void> {
  const { level, maxMillis, threads, engine, ...rest } = options
  const builtIn = openThinkers(threads).at(level, maxMillis)
  if (!engine) {
    log(`playing ${options.rules.join(', ')} at level ${level}`)
    return runBot({ ...rest, level, think: builtIn, log, signal: stop.signal })
  }
  const foreign = new ForeignEngine({ ...engine, maxMillis, builtIn, log })
  process.once('exit', () => foreign.close())
  const rules = await foreign.playable(options.rules)
  log(`playing ${rules.join(', ')} with ${engine.command.join(' ')}`)
  await runBot({ ...rest, rules, think: foreign.think, retired: foreign.failed, log, signal: stop.signal })
}

try {
  const options = readOptions(process.argv.slice(2), process.env)
  if (options) await play(options)
  else console.info(USAGE)
} catch (error) {
  if (stop.signal.aborted) process.exit(0)
  const usage = error instanceof UsageError || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')
  if (usage) console.error(`${(error as Error).message}\n\n${USAGE}`)
  else console.error(error instanceof ApiError ? `${error.code}: ${error.message}` : error)
  process.exit(usage ? 2 : 1)
}
