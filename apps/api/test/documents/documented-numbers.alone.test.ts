import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { EVENT_TYPES, TOURNAMENT_CHANGES } from '@tegenzet/contract'
import { expect, test } from 'vitest'
import { CONSTANTS as FIXED } from '../../src/config/config.ts'
import { readEnvironment } from '../../src/config/environment.ts'

// What the documents say in numbers is what the code does.

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const read = (path: string) => readFileSync(`${ROOT}/${path}`, 'utf8')

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WORDS = 'none one two three four five six seven eight nine ten eleven twelve'.split(' ')
const word = (n: number): string => WORDS[n] ?? `${n}`
const grouped = (n: number): string => n.toLocaleString('en')

/** Every constant of the sources that is a number, or a product of numbers and other constants. */
const GREP = ['grep', '-E', '^(export )?const [A-Z_]+ = [A-Z0-9_*. ]+$', '--', 'apps', 'packages']
const CONSTANTS = execFileSync('git', ['-c', 'safe.directory=*', ...GREP], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .flatMap((line) => {
    const [, path, name, value] = /^(.*?):(?:export )?const (\w+) = (.*)$/.exec(line) ?? []
    return path && value ? [{ path, name, factors: value.split(' * ') }] : []
  })

/** The value of a constant. @param place a part of its path, if others have the same name */
function constant(name: string, place = ''): number {
  const values = CONSTANTS.filter((each) => each.name === name && each.path.includes(place)).map(
    ({ path, factors }) =>
      factors
        .map((factor) => (/^\d/.test(factor) ? Number(factor.replaceAll('_', '')) : constant(factor, path)))
        .reduce((product, factor) => product * factor),
  )
  // not one value: a sentence that no document has
  return new Set(values).size === 1 ? values[0]! : Number.NaN
}

const settings = readEnvironment({})

const botLines = ['bot', 'challenge-answers', 'running-games', 'answer-game']
  .map((name) => read(`apps/bot/src/${name}.ts`).split('\n').length)
  .reduce((sum, lines) => sum + lines)

/** By document: its sentences with numbers, made from the constants. */
const SENTENCES: Record<string, string[]> = {
  'docs/adding-a-game.md': [
    `At most ${constant('MAX_POINTS', 'engine/src/mill-board')} points`,
    `At most ${/size > (\d+)/.exec(read('packages/rules/src/halma/tables.ts'))![1]}x10`,
  ],
  'docs/api-guide.md': [
    `reaches ply ${grouped(constant('MAX_PLY'))}`,
    `expire after ${constant('DEFAULT_OPEN_HOURS') / 24} days`,
    `register within ${word(constant('LIFETIME_MS', 'src/accounts/login/proof-of-work.ts') / MINUTE)} minutes`,
    `in the last ${word(constant('PROOF_MINUTES'))} minutes`,
    `expires after ${word(constant('AVAILABILITY_MINUTES'))} minutes`,
    `\`?limit=${constant('MAX_PAGE')}\``,
    `first days (${settings.NEW_ACCOUNT_DAYS} by default) an account can send ${FIXED.firstContacts} challenges`,
    `"daysPerYear": ${settings.VACATION_DAYS}`,
    `sent ${word(constant('WAIT_MS', 'src/delivery/news') / SECOND)} seconds after the event`,
    `empty line every ${word(constant('KEEP_ALIVE_MS') / SECOND)} seconds`,
  ],
  'docs/arbiters.md': [
    `up to ${FIXED.reports} a day from one address`,
    `After **${constant('AUTO_RULING_DAYS')} days**`,
    `at least ${constant('QUIET_LIMIT')} plies`,
    `the first ${constant('OPENING_PLIES', 'engine-comparison')} plies`,
    `after the ${constant('LAST_PLY')}th`,
    `latest ${constant('OWN_GAMES')} finished games`,
    `latest ${constant('OTHER_GAMES')} finished games`,
  ],
  'docs/bots.md': [
    `at most ${grouped(FIXED.botActiveGames)} running games`,
    `about ${Math.round(botLines / 50) * 50} lines in all`,
    `for ${constant('GUEST_IDLE_HOURS')} hours`,
    `up to ${constant('MAX_MILLIS', 'apps/bot') / SECOND} seconds per move`,
    `waits ${word(constant('LEFT_TO_PEOPLE_MS') / MINUTE)} minutes`,
    `expires after ${word(constant('AVAILABILITY_MINUTES'))} minutes`,
  ],
  'docs/competition.md': [
    `${FIXED.entrants} can enter one`,
    `ended at most ${constant('LEADERBOARD_DAYS')} days ago`,
    `at least ${word(constant('MIN_RATED_PLIES'))} plies`,
    `before move ${constant('SHORT_DRAW_PLY') / 2}`,
    `lose ${word(constant('ABSENT_GAMES'))} games of a tournament on time`,
    `up to ${constant('MIN_REACH')} places above`,
    `${word(constant('MAX_LADDER_CHALLENGES'))} of your challenges can run`,
    `again ${constant('LADDER_REMATCH_DAYS')} days after`,
    `begun for ${constant('LADDER_IDLE_DAYS')} days`,
    `lasts ${constant('SEASON_DAYS')} days`,
    `close ${word(constant('ENTRY_DAYS'))} days before`,
    `fewer than ${word(constant('MIN_LEAGUE_ENTRANTS'))} have entered`,
    `division has ${word(constant('DIVISION_SIZE'))} players`,
    `best ${word(constant('MOVING_PLACES'))} of a division`,
    `${word(constant('MAX_PER_DAY'))} times a day`,
    `τ | ${constant('TAU')}`,
    `at least ${constant('MIN_RATING')}, deviation ${constant('MIN_DEVIATION')} to ${constant('MAX_DEVIATION')}, volatility at most ${constant('MAX_VOLATILITY')}`,
    `deviation ${constant('PROVISIONAL_DEVIATION')} or more`,
    `× ${constant('PERIODS_PER_DAY')}`,
    `at least ${word(constant('MIN_QUICK_WINS'))} times`,
    `before ply ${constant('QUICK_PLIES')}`,
    `latest ${grouped(constant('RUN_GAMES'))} rated games`,
  ],
  'docs/decisions.md': [`a claim waits for ${constant('AUTO_RULING_DAYS')} days`],
  'docs/site/moderation.de.md': [`Entscheidet ${constant('AUTO_RULING_DAYS')} Tage lang niemand`],
  'docs/site/moderation.en.md': [`nobody rules for ${constant('AUTO_RULING_DAYS')} days`],
  'docs/site/moderation.fr.md': [`statue pendant ${constant('AUTO_RULING_DAYS')} jours`],
  'docs/site/moderation.nl.md': [`binnen ${constant('AUTO_RULING_DAYS')} dagen`],
  'docs/oauth.md': [
    `"expires_in":${constant('ACCESS_TOKEN_SECONDS')}`,
    `within ${word(constant('AUTHORIZATION_CODE_SECONDS') / 60)} minutes`,
    `after ${(constant('REFRESH_TOKEN_SECONDS') * SECOND) / DAY} days`,
  ],
  'docs/scaling.md': [`more than ${FIXED.replicaLagSeconds} seconds`],
  'docs/operating.md': [
    `can send ${FIXED.firstContacts} challenges a day`,
    `last ${constant('WATCHED_MS') / SECOND} seconds`,
    `for ${word(constant('DRAIN_MS') / SECOND)} more seconds`,
    `first ${constant('ALL_BELOW')} refused requests`,
    `asked for ${constant('REPORTER_LASTS_MS') / SECOND} s`,
    `account ${constant('MAX_OPEN')} open sockets`,
    `at most ${constant('MAX_CALLS', 'src/delivery/webhooks')} calls at once`,
    `at most ${constant('MAX_CALLS', 'src/delivery/channels')} calls at once`,
    `claim that no admin rules on for ${constant('AUTO_RULING_DAYS')} days`,
    `starts with ${word(constant('INITIAL_VACATION_DAYS'))} days`,
    `works once and for ${constant('NOT_ME_HOURS')} hours`,
    `their account for ${constant('SECURITY_LOG_DAYS')} days`,
    `kept for ${constant('KEPT_MS', 'src/mail') / DAY} days`,
    `mailed after ${word(constant('WAIT_MS', 'src/delivery/notification-mail') / MINUTE)} minutes`,
    `waits ${word(constant('WAIT_MS', 'src/delivery/news') / SECOND)} seconds`,
  ],
  'docs/privacy.md': [`It happens after ${constant('DELETION_DAYS')} days`],
  'docs/security.md': [
    `${FIXED.reports} reports a day`,
    `have ${constant('PASSWORD_MIN_LENGTH')} to 128 characters`,
    `One hour for a reset, ${constant('VERIFICATION_HOURS')} hours for an address, ${constant('NOT_ME_HOURS')} hours`,
    `${constant('DELETION_DAYS')} days to take a deletion back`,
    `at most ${constant('PROOF_MINUTES')} minutes old`,
    `Up to ${word(constant('MAX_AROUND'))} digits`,
    `${settings.LOGIN_LIMIT} wrong passwords`,
    `${settings.REGISTER_LIMIT} registrations per hour`,
    `${settings.GUEST_LIMIT} guests per hour`,
    `${constant('MAX_MAILS')} mails per hour and account`,
    `within ${constant('KNOWN_MS') / DAY} days`,
    `${constant('MAX_OPEN')} per process of one account`,
    `${constant('MAX_WAITING_BY_ADDRESS')} per address wait`,
    `at most ${word(constant('MAX_SUBSCRIPTIONS'))} subscriptions`,
    `within ${word(constant('FAST_MS') / SECOND)} seconds`,
    `${grouped(constant('MAX_KEYS'))} newest owners`,
    `ends after ${constant('SESSION_MS') / DAY} days`,
    `ends ${constant('MAX_SESSION_MS') / DAY} days after`,
    `${constant('MAX_SESSIONS')} per account`,
  ],
  'docs/webhooks.md': [
    `any 2xx within ${FIXED.webhookSeconds} seconds`,
    `For ${constant('OLD_SECRET_MS') / HOUR} hours, calls carry two signatures`,
    `kept for ${constant('KEPT_MS', 'src/delivery/webhooks') / DAY} days`,
  ],
  'packages/clocks/README.md': [`at most ${word(constant('MAX_DAYS_OFF'))} days off`],
  'packages/rules/texts/de.ts': [
    `nach ${constant('AUTO_RULING_DAYS')} Tagen`,
    `(${constant('BANK_OFFER_DAYS')} Tage,`,
  ],
  'packages/rules/texts/en.ts': [
    `after ${constant('AUTO_RULING_DAYS')} days`,
    `(${constant('BANK_OFFER_DAYS')} days`,
  ],
  'packages/rules/texts/fr.ts': [
    `bout de ${constant('AUTO_RULING_DAYS')} jours`,
    `(${constant('BANK_OFFER_DAYS')} jours`,
  ],
  'packages/rules/texts/nl.ts': [
    `na ${constant('AUTO_RULING_DAYS')} dagen`,
    `(${constant('BANK_OFFER_DAYS')} dagen`,
  ],
  'packages/ratings/README.md': [`${constant('MIN_DEVIATION')} to ${constant('MAX_DEVIATION')}`],
}

test.each(Object.entries(SENTENCES))('%s has the numbers of the code', (path, sentences) => {
  const text = read(path).replace(/\s+/g, ' ')
  expect(sentences.filter((sentence) => !text.includes(sentence))).toEqual([])
})

test('the bot guide names every type of event and every change of a tournament', () => {
  const guide = read('docs/bots.md')
  expect([...EVENT_TYPES, ...TOURNAMENT_CHANGES].filter((name) => !guide.includes(`\`${name}\``))).toEqual([])
})
