import { readEnvironment } from './environment.ts'
import { reachableUrls } from './reachable-urls.ts'

export interface MailConfig {
  /** SMTP connection URL. */
  smtpUrl: string
  /** Instead of the one in `smtpUrl`. */
  password: string | undefined
  /** `Name <address>` or an address. */
  from: string
}

/** The person or organisation that runs this server. */
export interface Operator {
  name: string
  /** Postal address. */
  address: string | null
  email: string | null
}

export interface Config {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** The Postgres server. Without it the embedded database in `dataDir` is used. */
  databaseUrl: string | undefined
  /** The same database through a pooler in transaction mode, for everything that needs no state on its connection. */
  pooledUrl: string | undefined
  /** A streaming replica, for answers that may be a second old. */
  replicaUrl: string | undefined
  /** A replica that lags further behind is not used. */
  replicaLagSeconds: number
  /** Redis server that carries messages between processes. Default: the Postgres server. */
  busUrl: string | undefined
  logLevel: string
  /** Database queries that take longer are logged. */
  slowQueryMs: number
  /** The server's public origin, without a trailing slash. */
  publicUrl: string
  siteName: string
  /** null: the host has not said who runs the server. */
  operator: Operator | null
  /** Directory with the host's own versions of the site's documents. */
  pagesDir: string | undefined
  /** Signs cookies and links, derives webhook secrets, and encrypts stored secrets. */
  secret: string
  /** `true`: trust the one proxy in front. */
  trustProxy: boolean | string[]
  /** Usernames, in lower case. */
  admins: string[]
  /** Whether admins need a second factor. Without one they are players. */
  adminFactor: boolean
  /** Addresses and networks that may read `/metrics` besides loopback. */
  metricsAllow: string[]
  /** null: mail is stored and shown to admins instead of being sent. */
  mail: MailConfig | null
  webhooks: {
    /** Non-public addresses and networks that webhooks may call, also without TLS. */
    allow: string[]
    /** Timeout of a webhook call. */
    seconds: number
  }
  limits: {
    /** Reading requests per minute and account, else address; half as many for requests that change something. */
    requests: number
    /** The same for a bot's account. */
    botRequests: number
    /** Failed log-ins in 15 minutes per account and address. Ten times as many a day from all unknown addresses. */
    logIns: number
    /** New accounts per hour and address. */
    registrations: number
    /** New guests per hour and address. */
    guests: number
    openChallenges: number
    activeGames: number
    botActiveGames: number
    tokens: number
    /** Messages per minute and player. */
    messages: number
    /** Messages of one player in one game. */
    messagesInGame: number
    apps: number
    webhooks: number
    /** Blocked players and favourites per player. */
    blocks: number
    favourites: number
    /** Open and running tournaments per organiser; 0: nobody organises any. */
    tournaments: number
    /** Entrants per tournament. */
    entrants: number
    /** How many days an account is new; 0: no limits for new accounts. */
    newAccountDays: number
    /** Challenges, and messages, that a new account can send per day to people who do not know it. */
    firstContacts: number
    /** Reports per day and player. */
    reports: number
  }
  /** Zero bits of the proof of work that a registration needs; 0: none. */
  registrationPuzzle: number
  /** Vacation days earned in a year; 0: no vacation. */
  vacationDays: number
  /** Whether the built-in bots play, in a child process. */
  bot: boolean
  /** About how long they wait before they answer, as a person would. */
  botPauseMs: number
  /** Whether the server upholds a valid claim at once, without an admin. */
  ruleClaimsByEvidence: boolean
  /** Interval of the deadline sweep. */
  sweepSeconds: number
  /** Time without any heartbeat for this long was an outage. */
  outageSeconds: number
  /** How long requests in flight may take when the server stops. */
  shutdownSeconds: number
  maxConnections: number
  /** Endgame tables: the most memory that parts of them take, in megabytes. */
  tablesMemoryMb: number
  /** The Git commit, if there is no repository to read it from. */
  commit: string | undefined
}

/**
 * @param keptSecret reads the secret stored in a data directory; called only where SECRET may be left out
 * @throws ConfigError that lists all invalid settings
 */
export function readConfig(
  environment: Record<string, string | undefined>,
  keptSecret: (dataDir: string) => string,
): Config {
  const env = readEnvironment(environment)
  const isPooled = env.DATABASE_POOLER === 'transaction'
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    databaseUrl: isPooled ? env.DATABASE_DIRECT_URL : env.DATABASE_URL,
    pooledUrl: isPooled ? env.DATABASE_URL : undefined,
    replicaUrl: env.DATABASE_REPLICA_URL,
    replicaLagSeconds: env.REPLICA_LAG_SECONDS,
    busUrl: env.BUS_URL,
    logLevel: env.LOG_LEVEL,
    slowQueryMs: env.SLOW_QUERY_MS,
    publicUrl: env.PUBLIC_URL ?? defaultUrl(env.HOST, env.PORT),
    siteName: env.SITE_NAME,
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
    admins: env.ADMINS.map((name) => name.toLowerCase()),
    adminFactor: env.ADMIN_2FA,
    metricsAllow: env.METRICS_ALLOW,
    mail:
      env.SMTP_URL && env.MAIL_FROM
        ? { smtpUrl: env.SMTP_URL, password: env.SMTP_PASSWORD, from: env.MAIL_FROM }
        : null,
    webhooks: { allow: env.WEBHOOKS_ALLOW, seconds: env.WEBHOOK_SECONDS },
    limits: {
      requests: env.RATE_LIMIT,
      botRequests: env.BOT_RATE_LIMIT,
      logIns: env.LOGIN_LIMIT,
      registrations: env.REGISTER_LIMIT,
      guests: env.GUEST_LIMIT,
      openChallenges: env.MAX_OPEN_CHALLENGES,
      activeGames: env.MAX_ACTIVE_GAMES,
      botActiveGames: env.BOT_MAX_ACTIVE_GAMES,
      tokens: env.MAX_TOKENS,
      messages: env.MESSAGE_LIMIT,
      messagesInGame: env.MAX_MESSAGES,
      apps: env.MAX_APPS,
      webhooks: env.MAX_WEBHOOKS,
      blocks: env.MAX_BLOCKS,
      favourites: env.MAX_FAVOURITES,
      tournaments: env.MAX_TOURNAMENTS,
      entrants: env.MAX_ENTRANTS,
      newAccountDays: env.NEW_ACCOUNT_DAYS,
      firstContacts: env.NEW_ACCOUNT_LIMIT,
      reports: env.REPORT_LIMIT,
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

/** On all interfaces: a URL that works from other machines. */
function defaultUrl(host: string, port: number): string {
  const [first = '', fromOutside = first] = reachableUrls(host, port)
  return fromOutside
}
