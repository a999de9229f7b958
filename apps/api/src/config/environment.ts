import { resolve } from 'node:path'
import {
  INVITE,
  MAX_PUZZLE_BITS,
  OPTIONAL_FEATURES,
  READERS,
  REGISTRATION,
  usernameSchema,
} from '@tegenzet/contract'
import { RULE_SET_IDS } from '@tegenzet/rules'
import { z } from 'zod'
import { accentStyle } from './accent.ts'
import { LOOPBACK } from './address-list.ts'
import {
  addressRanges,
  flag,
  folder,
  isAddressRange,
  isIssuer,
  isOrigin,
  list,
  oneOf,
  postgresUrl,
  someOf,
  text,
  trustProxy,
  whole,
} from './setting-kinds.ts'

export const MIN_SECRET_LENGTH = 32

/**
 * Every setting, in the order of docs/settings.md, which `pnpm settings` generates. `shownDefault` is for defaults that
 * depend on something.
 */
export const environmentSchema = z.object({
  PORT: whole(0, 65535).default(3000).describe('Port to listen on. `0` picks a free port.'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('Address to listen on. `0.0.0.0` listens on all interfaces.'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .transform((path) => resolve(path))
    .meta({
      description: 'Directory for the embedded database and the generated secret.',
      shownDefault: '`.data`',
    }),
  BACKUP_DIR: folder
    .optional()
    .describe(
      'Directory for a backup every night ([operating.md](operating.md#backups)). Without it there is none.',
    ),
  BACKUP_KEEP: whole(1, 1000).default(7).describe('How many good backups `BACKUP_DIR` keeps.'),
  DATABASE_URL: postgresUrl
    .optional()
    .describe('`postgres://…`. Uses this Postgres server instead of the embedded database.'),
  DATABASE_POOLER: oneOf('none', 'transaction')
    .default('none')
    .describe('`transaction`: `DATABASE_URL` leads to a pooler in transaction mode, such as PgBouncer.'),
  DATABASE_DIRECT_URL: postgresUrl
    .optional()
    .describe(
      'With `DATABASE_POOLER`: the same database without the pooler, for migrations and notifications.',
    ),
  DATABASE_REPLICA_URL: postgresUrl
    .optional()
    .describe('A streaming replica of the database, for answers that may be a second old.'),
  BUS_URL: z
    .url({ protocol: /^rediss?$/, error: 'expected redis://… or rediss://…' })
    .optional()
    .describe(
      '`redis://…` or `rediss://…`. Messages between processes go through this Redis server instead of Postgres.',
    ),
  // two may be taken: by LISTEN and by the lock for the built-in bots
  MAX_CONNECTIONS: whole(4, 500).default(10).describe('Size of the Postgres connection pool, per process.'),
  SECRET: z
    .string()
    .min(MIN_SECRET_LENGTH, `expected at least ${MIN_SECRET_LENGTH} characters`)
    .optional()
    .meta({
      description: 'Signs cookies and links. At least 32 characters. Required with `DATABASE_URL`.',
      shownDefault: 'generated in `DATA_DIR`',
    }),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'expected http://… or https://…', abort: true })
    .refine(
      isOrigin,
      'expected only scheme, host and port, such as https://tegenzet.example. The server needs a host name of its own: it does not work below a path',
    )
    .transform((url) => new URL(url).origin)
    .optional()
    .meta({
      description:
        "Address people use to reach the server: scheme, host and port, no path. With `https`, cookies are `Secure`. With `HOST=0.0.0.0` the default is this machine's address on its network.",
      shownDefault: '`http://HOST:PORT`',
    }),
  SITE_NAME: z
    .string()
    .trim()
    .regex(/^[^\p{C}<>:"]{1,40}$/u, 'expected 1 to 40 characters in one line, without < > : and "')
    .default('Tegenzet')
    .describe('Name of the site, on pages, in mails and in authenticator apps.'),
  ACCENT: z
    .string()
    .refine(
      (text) => accentStyle(text) !== null,
      'expected a colour such as #1b6653, teal or hsl(200 50% 40%)',
    )
    .optional()
    .describe(
      'Colour of buttons and links. It is darkened for light pages and lightened for dark ones until everybody can read it.',
    ),
  OPERATOR_NAME: text(200)
    .optional()
    .describe('Person or organisation that runs the server, for `/about`, terms and privacy.'),
  OPERATOR_ADDRESS: text(500).optional().describe('Their postal address, in one line.'),
  OPERATOR_EMAIL: z
    .email('expected an e-mail address such as post@example.org')
    .optional()
    .describe('Their e-mail address for questions.'),
  PAGES_DIR: folder
    .optional()
    .describe(
      'Directory with your own terms, privacy and other pages, `logo.svg` and `welcome.<language>.md` ([operating.md](operating.md#the-sites-own-pages)).',
    ),
  TRUST_PROXY: trustProxy
    .default(false)
    .describe(
      "Which proxies may set the client's address: `true` for a single proxy in front, or a comma-separated list of proxy addresses.",
    ),
  REGISTRATION: oneOf(...REGISTRATION)
    .default('open')
    .describe(
      'Who can register: `open` (everybody), `invite` (with a site invitation) or `closed` (nobody). Names in `ADMINS` always can.',
    ),
  INVITE: oneOf(...INVITE)
    .default('members')
    .describe(
      'Who makes site invitations with `REGISTRATION=invite`: `members` (whose address is confirmed and whose account is not new) or only `staff`.',
    ),
  READERS: oneOf(...READERS)
    .default('everyone')
    .describe(
      '`members`: games, players, lists and pages need a log-in; rules and lessons stay open ([operating.md](operating.md#a-closed-site)).',
    ),
  GUESTS: flag.optional().meta({
    description: 'Whether people can play without registering.',
    shownDefault: '`true` if `REGISTRATION` and `READERS` are open, else `false`',
  }),
  WITHOUT: someOf(OPTIONAL_FEATURES)
    .default([])
    .describe(
      `What the site does without, comma-separated: ${OPTIONAL_FEATURES.map((name) => `\`${name}\``).join(', ')} ([operating.md](operating.md#what-is-switched-on)).`,
    ),
  GAMES: someOf(RULE_SET_IDS)
    .refine((games) => games.length > 0, 'expected at least one rule set')
    .optional()
    .meta({
      description: `Rule sets that new games may use, in the order in which the site offers them, comma-separated: ${RULE_SET_IDS.map((id) => `\`${id}\``).join(', ')}.`,
      shownDefault: 'all of them',
    }),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/, error: 'expected https://…', abort: true })
    .refine(isIssuer, 'expected the issuer without query, fragment and password')
    .transform((url) => new URL(url).href)
    .optional()
    .describe(
      'Issuer of the OpenID Connect provider with which people log in ([operating.md](operating.md#accounts-of-your-own)). Without it there is none.',
    ),
  OIDC_CLIENT_ID: z
    .string()
    .optional()
    .describe('Client ID of this site there. Required with `OIDC_ISSUER`.'),
  OIDC_CLIENT_SECRET: z
    .string()
    .optional()
    .describe('Client secret. Without it this site is a public client.'),
  OIDC_NAME: text(40).default('OpenID Connect').describe('Name of the provider, on the button.'),
  OIDC_SIGNUP: flag.optional().meta({
    description:
      'Whether the provider’s people whom this site does not know can come in. With `false` and `REGISTRATION=invite`, an invitation lets them in.',
    shownDefault: '`true` if `REGISTRATION` is open, else `false`',
  }),
  OIDC_REQUIRE: z
    .string()
    .regex(/^[^=\s]+=./, 'expected claim=value, such as groups=chess')
    .transform((text) => {
      const at = text.indexOf('=')
      return { claim: text.slice(0, at), value: text.slice(at + 1) }
    })
    .optional()
    .describe(
      '`claim=value` that must hold for everybody who logs in there. In a list, such as `groups`, one must be it.',
    ),
  OIDC_ONLY: flag
    .default(false)
    .describe(
      '`true`: no log-in by password or by a manager’s code, except with a password for `ADMINS`. Passkeys still work.',
    ),
  ADMINS: list
    .refine(
      (names) => names.every((name) => usernameSchema.safeParse(name).success),
      'expected usernames, comma-separated: each 3 to 20 letters, digits, underscores or hyphens',
    )
    .default([])
    .describe('Usernames of admins, comma-separated.'),
  ADMIN_2FA: flag
    .default(false)
    .describe('`true`: admins need an authenticator app or a passkey, and are players until they have one.'),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent')
    .default('info')
    .describe('`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.'),
  SLOW_QUERY_MS: whole(1, 60_000).default(500).describe('Database queries that take longer are logged.'),
  METRICS_ALLOW: addressRanges
    .default([])
    .describe('Addresses or networks that may read `/metrics`, comma-separated. Loopback always may.'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'expected smtp://… or smtps://…' })
    .optional()
    .describe(
      'SMTP connection URL with user and password, `smtp://` or `smtps://`. Without it, mail is stored and shown to admins, except mail to other admins.',
    ),
  SMTP_PASSWORD: z
    .string()
    .optional()
    .describe(
      'Password for the user in `SMTP_URL`, so that it is not part of an address and needs no escaping.',
    ),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'expected an e-mail address such as post@example.org, or Name <post@example.org>',
    )
    .optional()
    .describe('Sender of mail, for example `Tegenzet <post@example.org>`. Required with `SMTP_URL`.'),
  WEBHOOKS_ALLOW: list
    .transform((ranges) => ranges.flatMap((range) => (range === 'loopback' ? LOOPBACK : range)))
    .refine(
      (ranges) => ranges.every(isAddressRange),
      'expected loopback, addresses, or networks such as 10.0.0.0/8',
    )
    .default([])
    .describe(
      'Non-public addresses or networks that webhooks may call, also without TLS. Comma-separated; `loopback` for this machine.',
    ),
  RATE_LIMIT: whole(1, 1_000_000)
    .default(1200)
    .describe(
      'Read requests, and games watched, per minute and account (or address, when not logged in). Pages have as many of their own, writes half of it, streams and exports a twentieth.',
    ),
  BOT_RATE_LIMIT: whole(1, 1_000_000).default(2400).describe('The same for bot accounts.'),
  LOGIN_LIMIT: whole(1, 10_000)
    .default(10)
    .describe(
      'Failed logins per 15 minutes, account and address. Addresses from which nobody has logged in to an account before share ten times as many per day. One address has ten times as many per 15 minutes over all accounts that do not know it.',
    ),
  REGISTER_LIMIT: whole(1, 10_000).default(20).describe('New accounts per hour and address.'),
  GUEST_LIMIT: whole(1, 10_000).default(20).describe('New guests per hour and address.'),
  ROOMY_ADDRESSES: addressRanges
    .default([])
    .describe(
      'Addresses or networks, such as a school’s, from which thirty times as many may register or play as guests, comma-separated. Admins add others for some hours at `/admin/addresses`.',
    ),
  REGISTER_PUZZLE: whole(0, MAX_PUZZLE_BITS)
    .default(0)
    .describe(
      'Zero bits of the proof of work that each registration needs, at most 26. `0` asks for none; `18` takes about a second.',
    ),
  MAX_OPEN_CHALLENGES: whole(1, 10_000).default(50).describe('Open challenges per player.'),
  MAX_ACTIVE_GAMES: whole(1, 100_000).default(500).describe('Running games per player.'),
  MESSAGE_LIMIT: whole(1, 10_000).default(20).describe('Messages per minute and player.'),
  MAX_WEBHOOKS: whole(0, 1000).default(10).describe('Webhooks per account. `0` turns webhooks off.'),
  MAX_TOURNAMENTS: whole(0, 10_000)
    .default(10)
    .describe('Tournaments that a player can organise at a time. `0`: nobody can.'),
  NEW_ACCOUNT_DAYS: whole(0, 365)
    .default(3)
    .describe('How many days an account is new. `0`: no limits for new accounts.'),
  BOT: flag.default(true).describe('Runs the built-in bots in a second process. `false` turns them off.'),
  BOT_PAUSE_MS: whole(0, 60_000)
    .default(1500)
    .describe('About how long a built-in bot waits before it moves, at least.'),
  VACATION_DAYS: whole(0, 365)
    .default(30)
    .describe('Vacation days a player earns per year. `0` turns vacations off.'),
  RULE_CLAIMS_BY_EVIDENCE: flag
    .default(false)
    .describe('`true`: the server upholds draw claims at once if the evidence holds.'),
  SWEEP_SECONDS: whole(1, 3600)
    .default(15)
    .describe('Interval between checks for overdue games, offers and claims.'),
  OUTAGE_SECONDS: whole(3, 3600)
    .default(60)
    .describe(
      'Downtime of all processes that counts as an outage. Players get an outage back on their clocks.',
    ),
  COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/, 'expected a Git commit: 7 to 64 digits and letters from a to f')
    .optional()
    .meta({
      description: 'Commit that `/api/v1/about` names. The Docker image sets it.',
      shownDefault: 'read from Git',
    }),
  SHUTDOWN_SECONDS: whole(1, 600)
    .default(20)
    .describe('How long a stopping server waits for requests in flight.'),
  TABLES_MEMORY_MB: whole(1, 100_000)
    .default(64)
    .describe('Most memory that parts of endgame tables take, per process.'),
  TABLES_DISK_MB: whole(1, 100_000_000)
    .optional()
    .describe('Most disk that `pnpm tables build` fills in `DATA_DIR/tables`. Default: no limit.'),
})

export const SETTINGS = Object.keys(environmentSchema.shape)

type Environment = z.output<typeof environmentSchema>

/** Invalid settings, each with what was expected. */
export class ConfigError extends Error {}

/**
 * Parses the environment's variables. An empty one counts as missing.
 * @throws ConfigError that lists all invalid settings
 */
export function readEnvironment(variables: Record<string, string | undefined>): Environment {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(given)
  if (!parsed.success)
    throw new ConfigError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'),
    )
  checkCombinations(parsed.data)
  return parsed.data
}

/** Checks settings that need each other. @throws ConfigError */
function checkCombinations(env: Environment): void {
  if (env.DATABASE_URL && !env.SECRET)
    throw new ConfigError(
      `SECRET: required with DATABASE_URL, the same for every process (at least ${MIN_SECRET_LENGTH} characters; \`openssl rand -hex 32\` makes one)`,
    )
  const isPooled = env.DATABASE_POOLER === 'transaction'
  if (isPooled !== (env.DATABASE_DIRECT_URL !== undefined) || (isPooled && !env.DATABASE_URL))
    throw new ConfigError(
      'DATABASE_POOLER: `transaction` needs DATABASE_URL (the pooler) and DATABASE_DIRECT_URL (Postgres itself)',
    )
  if (env.DATABASE_REPLICA_URL && !env.DATABASE_URL)
    throw new ConfigError('DATABASE_REPLICA_URL: needs DATABASE_URL')
  if (env.BUS_URL && !env.DATABASE_URL)
    throw new ConfigError('BUS_URL: needs DATABASE_URL; the embedded database has one process')
  if ((env.SMTP_URL === undefined) !== (env.MAIL_FROM === undefined))
    throw new ConfigError('SMTP_URL, MAIL_FROM: both, or neither')
  if (env.SMTP_PASSWORD !== undefined && !new URL(env.SMTP_URL ?? 'smtp:').username)
    throw new ConfigError('SMTP_PASSWORD: needs SMTP_URL with a user, such as smtps://user@mail.example.org')
  if (env.OIDC_ISSUER && !env.OIDC_CLIENT_ID)
    throw new ConfigError('OIDC_CLIENT_ID: required with OIDC_ISSUER')
  const needIssuer = [
    env.OIDC_CLIENT_ID,
    env.OIDC_CLIENT_SECRET,
    env.OIDC_SIGNUP,
    env.OIDC_REQUIRE,
    env.OIDC_ONLY || undefined,
  ]
  if (!env.OIDC_ISSUER && needIssuer.some((setting) => setting !== undefined))
    throw new ConfigError('OIDC_ISSUER: required with the other settings of OIDC')
  if (!env.OPERATOR_NAME && (env.OPERATOR_ADDRESS || env.OPERATOR_EMAIL))
    throw new ConfigError('OPERATOR_NAME: required with OPERATOR_ADDRESS and OPERATOR_EMAIL')
}
