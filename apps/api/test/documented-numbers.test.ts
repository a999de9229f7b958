import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EVENT_TYPES, TOURNAMENT_CHANGES } from '@tegenzet/contract'
import { expect, test } from 'vitest'
import { readEnvironment } from '../src/environment.ts'

// What the documents say in numbers is what the code does.

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8')

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WORDS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ')
const word = (n: number): string => WORDS[n] ?? `${n}`
const grouped = (n: number): string => n.toLocaleString('en')

/** A constant of a file, exported or not: a number, or a product of numbers and other constants of the file. */
function constant(path: string, name: string): number {
  const source = read(path)
  const [, value] = new RegExp(`\\bconst ${name}(?:: number)? = ([\\w*/ .]+)`).exec(source) ?? []
  if (!value) throw new Error(`${path} has no constant ${name}`)
  return value
    .split(' * ')
    .map((factor) => (/^\d/.test(factor) ? Number(factor.replaceAll('_', '')) : constant(path, factor)))
    .reduce((product, factor) => product * factor)
}
const server = (path: string, name: string) => constant(`apps/api/src/${path}.ts`, name)
const contract = (path: string, name: string) => constant(`packages/contract/src/${path}.ts`, name)
const ratings = (path: string, name: string) => constant(`packages/ratings/src/${path}.ts`, name)
const league = (name: string) => constant('packages/tournaments/src/league.ts', name)
const days = (path: string, name: string) => server(path, name) / DAY

const settings = readEnvironment({})

/** By document: its sentences with numbers, made from the constants. */
const SENTENCES: Record<string, string[]> = {
  'docs/adding-a-game.md': [
    `At most ${constant('packages/engine/src/mill-board.ts', 'MAX_POINTS')} points`,
    `At most ${/size > (\d+)/.exec(read('packages/rules/src/halma/tables.ts'))![1]}x10`,
  ],
  'docs/api-guide.md': [
    `reaches ply ${grouped(contract('limits', 'MAX_PLY'))}`,
    `expire after ${contract('challenges', 'DEFAULT_OPEN_HOURS') / 24} days`,
    `register within ${word(server('accounts/puzzle/registration-puzzle', 'LIFETIME_MS') / MINUTE)} minutes`,
    `in the last ${word(contract('security', 'PROOF_MINUTES'))} minutes`,
    `expires after ${word(contract('bots', 'AVAILABILITY_MINUTES'))} minutes`,
    `\`?limit=${contract('common', 'MAX_PAGE')}\``,
    `first days (${settings.NEW_ACCOUNT_DAYS} by default) an account can send ${settings.NEW_ACCOUNT_LIMIT} challenges`,
    `"daysPerYear": ${settings.VACATION_DAYS}`,
    `sent ${word(server('delivery/push/push-queue', 'WAIT_MS') / SECOND)} seconds after the event`,
    `empty line every ${word(server('delivery/live/waiting-events', 'KEEP_ALIVE_MS') / SECOND)} seconds`,
  ],
  'docs/arbiters.md': [
    `After **${contract('claims', 'AUTO_RULING_DAYS')} days**`,
    `at least ${constant('packages/rules/src/draws.ts', 'QUIET_LIMIT')} plies`,
    `the first ${server('moderation/engine-comparison/compare-moves', 'OPENING_PLIES')} plies`,
    `after the ${server('moderation/engine-comparison/compare-moves', 'LAST_PLY')}th`,
    `latest ${server('moderation/engine-comparison/compare-player', 'OWN_GAMES')} finished games`,
    `latest ${server('moderation/engine-comparison/compare-player', 'OTHER_GAMES')} finished games`,
  ],
  'docs/bots.md': [
    `for ${contract('accounts', 'GUEST_IDLE_HOURS')} hours`,
    `up to ${constant('apps/bot/src/built-in-bots.ts', 'MAX_MILLIS') / SECOND} seconds per move`,
    `waits ${word(constant('apps/bot/src/challenge-answers.ts', 'LEFT_TO_PEOPLE_MS') / MINUTE)} minutes`,
    `expires after ${word(contract('bots', 'AVAILABILITY_MINUTES'))} minutes`,
  ],
  'docs/competition.md': [
    `ended at most ${contract('ratings', 'LEADERBOARD_DAYS')} days ago`,
    `at least ${word(contract('ratings', 'MIN_RATED_PLIES'))} plies`,
    `before move ${server('competition/tournaments/standings', 'SHORT_DRAW_PLY') / 2}`,
    `lose ${word(server('competition/tournaments/remove-leavers', 'ABSENT_GAMES'))} games of a tournament on time`,
    `up to ${constant('packages/tournaments/src/ladder.ts', 'MIN_REACH')} places above`,
    `${word(contract('ladders', 'MAX_LADDER_CHALLENGES'))} of your challenges can run`,
    `again ${contract('ladders', 'LADDER_REMATCH_DAYS')} days after`,
    `begun for ${contract('ladders', 'LADDER_IDLE_DAYS')} days`,
    `lasts ${contract('leagues', 'SEASON_DAYS')} days`,
    `close ${word(contract('leagues', 'ENTRY_DAYS'))} days before`,
    `fewer than ${word(league('MIN_LEAGUE_ENTRANTS'))} have entered`,
    `division has ${word(league('DIVISION_SIZE'))} players`,
    `best ${word(league('MOVING_PLACES'))} of a division`,
    `${word(server('competition/tournaments/announce-to-entrants', 'MAX_PER_DAY'))} times a day`,
    `τ | ${ratings('update', 'TAU')}`,
    `at least ${ratings('rating', 'MIN_RATING')}, deviation ${ratings('rating', 'MIN_DEVIATION')} to ${ratings('rating', 'MAX_DEVIATION')}, volatility at most ${ratings('rating', 'MAX_VOLATILITY')}`,
    `deviation ${ratings('rating', 'PROVISIONAL_DEVIATION')} or more`,
    `× ${ratings('grow', 'PERIODS_PER_DAY')}`,
    `at least ${word(contract('ratings', 'MIN_QUICK_WINS'))} times`,
    `before ply ${contract('ratings', 'QUICK_PLIES')}`,
    `latest ${grouped(contract('ratings', 'RUN_GAMES'))} rated games`,
  ],
  'docs/oauth.md': [
    `"expires_in":${contract('oauth', 'ACCESS_TOKEN_SECONDS')}`,
    `within ${word(contract('oauth', 'AUTHORIZATION_CODE_SECONDS') / 60)} minutes`,
    `after ${(contract('oauth', 'REFRESH_TOKEN_SECONDS') * SECOND) / DAY} days`,
  ],
  'docs/operating.md': [
    `last ${server('http/closing', 'WATCHED_MS') / SECOND} seconds`,
    `for ${word(server('http/closing', 'DRAIN_MS') / SECOND)} more seconds`,
    `first ${server('http/log-sample', 'ALL_BELOW')} refused requests`,
    `asked for ${server('health/metrics', 'REPORTER_LASTS_MS') / SECOND} s`,
    `account ${server('delivery/live/stream-routes', 'MAX_OPEN')} open sockets`,
    `at most ${server('delivery/webhooks/webhook-worker', 'MAX_CALLS')} calls at once`,
    `claim that no admin rules on for ${contract('claims', 'AUTO_RULING_DAYS')} days`,
    `starts with ${word(contract('vacations', 'INITIAL_VACATION_DAYS'))} days`,
    `works once and for ${contract('security-log', 'NOT_ME_HOURS')} hours`,
    `their account for ${contract('security-log', 'SECURITY_LOG_DAYS')} days`,
    `kept for ${days('mail/prune-mails', 'KEPT_MS')} days`,
    `mailed after ${word(server('delivery/mail/mail-event', 'WAIT_MS') / MINUTE)} minutes`,
    `waits ${word(server('delivery/push/push-queue', 'WAIT_MS') / SECOND)} seconds`,
  ],
  'docs/privacy.md': [`It happens after ${contract('privacy', 'DELETION_DAYS')} days`],
  'docs/security.md': [
    `have ${contract('accounts', 'PASSWORD_MIN_LENGTH')} to 128 characters`,
    `One hour for a reset, ${contract('security', 'VERIFICATION_HOURS')} hours for an address, ${contract('security-log', 'NOT_ME_HOURS')} hours`,
    `${contract('privacy', 'DELETION_DAYS')} days to take a deletion back`,
    `at most ${contract('security', 'PROOF_MINUTES')} minutes old`,
    `Up to ${word(server('accounts/password/weak-password', 'MAX_AROUND'))} digits`,
    `${settings.LOGIN_LIMIT} wrong passwords`,
    `${settings.REGISTER_LIMIT} registrations per hour`,
    `${settings.GUEST_LIMIT} guests per hour`,
    `${server('accounts/password/request-password-reset', 'MAX_MAILS')} mails per hour and account`,
    `within ${days('accounts/limits/password-attempts', 'KNOWN_MS')} days`,
    `${server('delivery/live/stream-routes', 'MAX_OPEN')} per process of one account`,
    `${server('accounts/password/hash-password', 'MAX_WAITING_BY_ADDRESS')} per address wait`,
    `at most ${word(server('delivery/push/manage-subscriptions', 'MAX_SUBSCRIPTIONS'))} subscriptions`,
    `within ${word(server('delivery/push/send-push', 'FAST_MS') / SECOND)} seconds`,
    `${grouped(server('http/request-counts', 'MAX_KEYS'))} newest owners`,
    `ends after ${days('http/session', 'SESSION_MS')} days`,
    `ends ${days('http/session', 'MAX_SESSION_MS')} days after`,
    `${server('accounts/sessions/prune-sessions', 'MAX_SESSIONS')} per account`,
  ],
  'docs/webhooks.md': [
    `any 2xx within ${settings.WEBHOOK_SECONDS} seconds`,
    `For ${server('delivery/webhooks/signing', 'OLD_SECRET_MS') / HOUR} hours, calls carry two signatures`,
    `kept for ${days('delivery/webhooks/prune-deliveries', 'KEPT_MS')} days`,
  ],
  'packages/clocks/README.md': [`at most ${word(contract('clocks', 'MAX_DAYS_OFF'))} days off`],
  'packages/ratings/README.md': [
    `${ratings('rating', 'MIN_DEVIATION')} to ${ratings('rating', 'MAX_DEVIATION')}`,
  ],
}

test.each(Object.entries(SENTENCES))('%s has the numbers of the code', (path, sentences) => {
  const text = read(path).replace(/\s+/g, ' ')
  expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([])
})

test('the bot guide names every type of event and every change of a tournament', () => {
  const guide = read('docs/bots.md')
  expect([...EVENT_TYPES, ...TOURNAMENT_CHANGES].filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})

test('the command of docs/adding-a-game.md finds comparisons of families', () => {
  const [, command] = /^ +(git grep .*)$/m.exec(read('docs/adding-a-game.md')) ?? []
  const found = execFileSync('sh', ['-c', command!], { cwd: ROOT, encoding: 'utf8' })
  expect(found).toMatch(/family === 'halma'/)
})
