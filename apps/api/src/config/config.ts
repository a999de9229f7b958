import { featuresWithout, type OptionalFeature } from '@tegenzet/contract'
import { RULE_SET_IDS, type RuleSetId } from '@tegenzet/rules'
import { accentStyle } from './accent.ts'
import { ConfigError, readEnvironment } from './environment.ts'
import { reachableUrls } from './reachable-urls.ts'
import { settingWarnings } from './setting-warnings.ts'

/** What no host has to change. Tests do. */
export const CONSTANTS = {
  /** A replica that lags further behind is not used. */
  replicaLagSeconds: 5,
  /** Timeout of a webhook call. */
  webhookSeconds: 10,
  /** Running games per bot. */
  botActiveGames: 5000,
  /** Personal tokens and OAuth apps per account. */
  tokens: 50,
  apps: 20,
  /** Messages of one player in one game. */
  messagesInGame: 500,
  /** Blocked players and favourites per player. */
  blocks: 500,
  favourites: 200,
  /** Entrants per tournament. */
  entrants: 500,
  /** Challenges, and messages, that a new account can send per day to people who do not know it. */
  firstContacts: 10,
  /** Reports per day and player, and of content per day and address. */
  reports: 10,
}

export type Config = ReturnType<typeof readConfig>
export type MailConfig = NonNullable<Config['mail']>

/**
 * @param keptSecret reads the secret stored in a data directory; called only where SECRET may be left out
 * @returns the settings, whose meaning `environment.ts` has, and what follows from them
 * @throws ConfigError that lists all invalid settings
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  keptSecret: (dataDir: string) => string,
  constants = CONSTANTS,
) {
  const env = readCorrect(environment)
  const isPooled = env.DATABASE_POOLER === 'transaction'
  const { replicaLagSeconds, webhookSeconds, ...limits } = constants
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    backups: env.BACKUP_DIR ? { directory: env.BACKUP_DIR, keep: env.BACKUP_KEEP } : null,
    databaseUrl: isPooled ? env.DATABASE_DIRECT_URL : env.DATABASE_URL,
    pooledUrl: isPooled ? env.DATABASE_URL : undefined,
    replicaUrl: env.DATABASE_REPLICA_URL,
    replicaLagSeconds,
    busUrl: env.BUS_URL,
    logLevel: env.LOG_LEVEL,
    slowQueryMs: env.SLOW_QUERY_MS,
    publicUrl: env.PUBLIC_URL ?? defaultUrl(env.HOST, env.PORT),
    siteName: env.SITE_NAME,
    /** Declarations of the accent, for the root element of pages; null: the client's own. */
    accentStyle: env.ACCENT === undefined ? null : accentStyle(env.ACCENT),
    operator: env.OPERATOR_NAME
      ? {
          name: env.OPERATOR_NAME,
          address: env.OPERATOR_ADDRESS ?? null,
          email: env.OPERATOR_EMAIL ?? null,
        }
      : null,
    pagesDir: env.PAGES_DIR,
    secret: env.SECRET ?? keptSecret(env.DATA_DIR),
    trustProxy: env.TRUST_PROXY,
    registration: env.REGISTRATION,
    invite: env.INVITE,
    readers: env.READERS,
    guests: env.GUESTS ?? (env.REGISTRATION === 'open' && env.READERS === 'everyone'),
    features: new Set(featuresWithout(env.WITHOUT)) as ReadonlySet<OptionalFeature>,
    /** The rule sets of new games, in the order in which the site offers them. */
    games: (env.GAMES ?? RULE_SET_IDS) as readonly RuleSetId[],
    oidc: oidcOf(env),
    admins: env.ADMINS.map((name) => name.toLowerCase()),
    adminFactor: env.ADMIN_2FA,
    metricsAllow: env.METRICS_ALLOW,
    roomyAddresses: env.ROOMY_ADDRESSES,
    mail:
      env.SMTP_URL && env.MAIL_FROM
        ? { smtpUrl: env.SMTP_URL, password: env.SMTP_PASSWORD, from: env.MAIL_FROM }
        : null,
    webhooks: { allow: env.WEBHOOKS_ALLOW, seconds: webhookSeconds },
    limits: {
      ...limits,
      requests: env.RATE_LIMIT,
      botRequests: env.BOT_RATE_LIMIT,
      logIns: env.LOGIN_LIMIT,
      registrations: env.REGISTER_LIMIT,
      guests: env.GUEST_LIMIT,
      openChallenges: env.MAX_OPEN_CHALLENGES,
      activeGames: env.MAX_ACTIVE_GAMES,
      messages: env.MESSAGE_LIMIT,
      webhooks: env.MAX_WEBHOOKS,
      tournaments: env.MAX_TOURNAMENTS,
      newAccountDays: env.NEW_ACCOUNT_DAYS,
    },
    registrationPuzzle: env.REGISTER_PUZZLE,
    vacationDays: env.VACATION_DAYS,
    bot: env.BOT,
    botPauseMs: env.BOT_PAUSE_MS,
    ruleClaimsByEvidence: env.RULE_CLAIMS_BY_EVIDENCE,
    sweepSeconds: env.SWEEP_SECONDS,
    outageSeconds: env.OUTAGE_SECONDS,
    shutdownSeconds: env.SHUTDOWN_SECONDS,
    maxConnections: env.MAX_CONNECTIONS,
    tablesMemoryMb: env.TABLES_MEMORY_MB,
    commit: env.COMMIT,
  }
}

export type OidcConfig = NonNullable<Config['oidc']>

function oidcOf(env: ReturnType<typeof readEnvironment>) {
  if (!env.OIDC_ISSUER || !env.OIDC_CLIENT_ID) return null
  return {
    issuer: env.OIDC_ISSUER,
    clientId: env.OIDC_CLIENT_ID,
    clientSecret: env.OIDC_CLIENT_SECRET,
    name: env.OIDC_NAME,
    signup: env.OIDC_SIGNUP ?? env.REGISTRATION === 'open',
    require: env.OIDC_REQUIRE ?? null,
    only: env.OIDC_ONLY,
  }
}

/** A misspelt setting may be why another one is missing. */
function readCorrect(environment: Record<string, string | undefined>) {
  try {
    return readEnvironment(environment)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    throw new ConfigError([error.message, ...settingWarnings(environment)].join('\n'))
  }
}

/** On all interfaces: a URL that works from other machines. */
function defaultUrl(host: string, port: number): string {
  const [first = '', fromOutside = first] = reachableUrls(host, port)
  return fromOutside
}
