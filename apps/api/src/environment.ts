import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { MAX_PUZZLE_BITS, usernameSchema } from '@tegenzet/contract'
import { z } from 'zod'
import { LOOPBACK } from './http/address-list.ts'

const flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')
const list = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
)
const whole = (min: number, max: number) =>
  z.string().regex(/^\d+$/, 'expected a whole number').transform(Number).pipe(z.int().min(min).max(max))

/** `10.0.0.7` or `10.0.0.0/8`. */
const isAddressRange = (text: string): boolean => {
  const [address = '', bits = '0', ...more] = text.split('/')
  const most = isIP(address) === 6 ? 128 : 32
  return isIP(address) > 0 && more.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= most
}

/** Whether a URL has nothing after host and port. */
const isOrigin = (url: string): boolean => new URL(url).href === `${new URL(url).origin}/`

/** Which proxies to trust for the client's address: none, the one in front, or a list. */
const trustProxy = z.union(
  [flag, list.refine((proxies) => proxies.every((each) => PROXY_NAMES.has(each) || isAddressRange(each)))],
  'expected true, false, or addresses and networks such as 10.0.0.0/8',
)
/** Named networks that proxies are commonly in. */
const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal'])

export const MIN_SECRET_LENGTH = 32

const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/./, { error: 'expected postgres://…', abort: true })
  .refine(
    isReadable,
    'cannot be read: percent-encode the reserved characters of the password (@ is %40, / is %2F, # is %23, ? is %3F, % is %25)',
  )

/** Whether the password ends where it should: a reserved character in it would start the path, query or fragment. */
function isReadable(url: string): boolean {
  const authority = url.replace(/^\w+:\/\//, '').split(/[/?#]/)[0]!
  const password = /^[^:]*:(.*)@/.exec(authority)?.[1] ?? ''
  const rest = url.slice(url.indexOf(authority) + authority.length).split('?')[0]!
  return !/@|%(?![0-9a-f]{2})/i.test(password) && !/[@#]/.test(rest)
}

/** Every setting. Keep the README's table in step. */
const environmentSchema = z.object({
  PORT: whole(0, 65535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z
    .string()
    .min(1)
    .default('.data')
    .transform((path) => resolve(path)),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl.optional(),
  REPLICA_LAG_SECONDS: whole(2, 3600).default(5),
  DATABASE_POOLER: z.enum(['none', 'transaction']).default('none'),
  BUS_URL: z.url({ protocol: /^rediss?$/, error: 'expected redis://… or rediss://…' }).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SLOW_QUERY_MS: whole(1, 60_000).default(500),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'expected http://… or https://…', abort: true })
    .refine(
      isOrigin,
      'expected only scheme, host and port, such as https://tegenzet.example. The server needs a host name of its own: it does not work below a path',
    )
    .transform((url) => new URL(url).origin)
    .optional(),
  SITE_NAME: z
    .string()
    .trim()
    .regex(/^[^\p{C}<>:"]{1,40}$/u, 'expected 1 to 40 characters in one line, without < > : and "')
    .default('Tegenzet'),
  OPERATOR_NAME: z.string().trim().min(1).max(200).optional(),
  OPERATOR_ADDRESS: z.string().trim().min(1).max(500).optional(),
  OPERATOR_EMAIL: z.email('expected an e-mail address').optional(),
  PAGES_DIR: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  SECRET: z.string().min(MIN_SECRET_LENGTH, `expected at least ${MIN_SECRET_LENGTH} characters`).optional(),
  TRUST_PROXY: trustProxy.default(false),
  ADMINS: list
    .refine((names) => names.every((name) => usernameSchema.safeParse(name).success), 'expected usernames')
    .default([]),
  ADMIN_2FA: flag.default(false),
  METRICS_ALLOW: list
    .refine((ranges) => ranges.every(isAddressRange), 'expected addresses, or networks such as 10.0.0.0/8')
    .default([]),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'expected smtp://… or smtps://…' }).optional(),
  SMTP_PASSWORD: z.string().optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
      'expected an e-mail address, or Name <address>',
    )
    .optional(),
  WEBHOOKS_ALLOW: list
    .transform((ranges) => ranges.flatMap((range) => (range === 'loopback' ? LOOPBACK : range)))
    .refine(
      (ranges) => ranges.every(isAddressRange),
      'expected loopback, addresses, or networks such as 10.0.0.0/8',
    )
    .default([]),
  WEBHOOK_SECONDS: whole(1, 60).default(10),
  RATE_LIMIT: whole(1, 1_000_000).default(1200),
  BOT_RATE_LIMIT: whole(1, 1_000_000).default(2400),
  LOGIN_LIMIT: whole(1, 10_000).default(10),
  REGISTER_LIMIT: whole(1, 10_000).default(20),
  GUEST_LIMIT: whole(1, 10_000).default(20),
  REGISTER_PUZZLE: whole(0, MAX_PUZZLE_BITS).default(0),
  MAX_OPEN_CHALLENGES: whole(1, 10_000).default(50),
  MAX_ACTIVE_GAMES: whole(1, 100_000).default(500),
  BOT_MAX_ACTIVE_GAMES: whole(1, 100_000).default(5000),
  MAX_TOKENS: whole(1, 10_000).default(50),
  MESSAGE_LIMIT: whole(1, 10_000).default(20),
  MAX_MESSAGES: whole(1, 100_000).default(500),
  MAX_APPS: whole(1, 10_000).default(20),
  MAX_WEBHOOKS: whole(0, 1000).default(10),
  MAX_BLOCKS: whole(1, 10_000).default(500),
  MAX_FAVOURITES: whole(1, 10_000).default(200),
  MAX_TOURNAMENTS: whole(0, 10_000).default(10),
  MAX_ENTRANTS: whole(3, 10_000).default(500),
  NEW_ACCOUNT_DAYS: whole(0, 365).default(3),
  NEW_ACCOUNT_LIMIT: whole(1, 10_000).default(10),
  REPORT_LIMIT: whole(1, 10_000).default(10),
  VACATION_DAYS: whole(0, 365).default(30),
  BOT: flag.default(true),
  BOT_PAUSE_MS: whole(0, 60_000).default(1500),
  RULE_CLAIMS_BY_EVIDENCE: flag.default(false),
  SWEEP_SECONDS: whole(1, 3600).default(15),
  OUTAGE_SECONDS: whole(3, 3600).default(60),
  SHUTDOWN_SECONDS: whole(1, 600).default(20),
  // two may be taken: by LISTEN and by the lock for the built-in bots
  MAX_CONNECTIONS: whole(4, 500).default(10),
  COMMIT: z
    .string()
    .regex(/^[0-9a-f]{7,64}$/, 'expected a Git commit')
    .optional(),
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
  if (!env.OPERATOR_NAME && (env.OPERATOR_ADDRESS || env.OPERATOR_EMAIL))
    throw new ConfigError('OPERATOR_NAME: required with OPERATOR_ADDRESS and OPERATOR_EMAIL')
}
