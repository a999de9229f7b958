import pg from 'pg'
import { statementLabel } from './statement-label.ts'
import { asUnavailable } from './unavailable.ts'

/** For opening a connection, and for waiting until one is free. */
const CONNECT_MS = 5000
/**
 * Opening a connection costs Postgres a process, and its log a line if the collation has changed: periodic tasks need
 * several at once every few seconds.
 */
const IDLE_MS = 10 * 60_000
/** A probe may come every second. */
const PROBE_EVERY_MS = 30_000
/** Postgres cancels longer statements, for example one that waits for a lock. */
const STATEMENT_MS = 10_000
/** If Postgres has not even cancelled a statement by then, it is frozen or cut off. */
const ANSWER_MS = STATEMENT_MS + 2000

interface PoolSettings {
  url: string
  maxConnections: number
  /** Whether statements have a time limit. Migrations need none. */
  limitsStatements: boolean
  /** Whether there is a pooler, which gives each transaction another connection. Then the role has the settings. */
  isPooled?: boolean
}

/**
 * For the planner. With the default of 4, for hard disks, Postgres would rather walk an index in the order of the table and
 * filter, however few rows match, than read the rows that match in another order.
 */
export const RANDOM_PAGE_COST = '1.1'

/** What every connection needs: Prisma's adapter writes and reads timestamps without offset. */
export const ROLE_SETTINGS = {
  TimeZone: 'UTC',
  random_page_cost: RANDOM_PAGE_COST,
  statement_timeout: `${STATEMENT_MS}`,
}

/** Is told how long each statement took, by its label (`statement-label.ts`), and whether it failed. */
export type StatementListener = (label: string, seconds: number, failed: boolean) => void

/** A pool on which nothing waits without limit. Its errors are DatabaseUnavailable where that is the reason. */
export class LimitedPool extends pg.Pool {
  readonly statementListeners: StatementListener[] = []

  /** @param keepsNames false: names of statements are dropped, because the next statement gets another connection */
  constructor(options: pg.PoolConfig, keepsNames = true) {
    super({ ...options, Client: LimitedClient } as pg.PoolConfig)
    // without a listener, a connection that breaks while it is in use would end the process
    this.on('connect', (client) => {
      client.on('error', () => {})
      Object.assign(client, { statementListeners: this.statementListeners, keepsNames })
    })
  }

  // `any`: node-postgres has overloads with and without a callback
  override connect(callback?: any): any {
    if (callback)
      return super.connect((error, client, release) =>
        callback(error && asUnavailable(error), client, release),
      )
    return super.connect().catch((error) => {
      throw asUnavailable(error)
    })
  }
}

/** A client that closes its connection when the server does not answer, and reports the database as unavailable. */
class LimitedClient extends pg.Client {
  statementListeners: readonly StatementListener[] = []
  keepsNames = true
  /** Settled when the statement before has been answered. Prisma sends several at once, which node-postgres deprecates. */
  #previous: Promise<unknown> = Promise.resolve()

  override query(...args: any[]): any {
    const callback = args.at(-1)
    if (!this.keepsNames && args[0]?.name) args[0] = { ...args[0], name: undefined }
    const query = super.query as (...args: unknown[]) => any
    if (typeof callback === 'function') {
      const began = performance.now()
      return query.call(this, ...args.slice(0, -1), (error: Error | null, result: unknown) => {
        this.#measure(args[0], began, Boolean(error))
        callback(error && this.#failure(error), result)
      })
    }
    const answer = this.#previous.then(async () => {
      const began = performance.now()
      let failed = true
      try {
        const result = await query.call(this, ...args)
        failed = false
        return result
      } finally {
        this.#measure(args[0], began, failed)
      }
    })
    this.#previous = answer.catch(() => {})
    return answer.catch((error: Error) => {
      throw this.#failure(error)
    })
  }

  override emit(event: string, ...args: unknown[]): boolean {
    return super.emit(event, ...(event === 'error' ? [asUnavailable(args[0] as Error)] : args))
  }

  #measure(query: string | { text: string }, began: number, failed: boolean): void {
    if (this.statementListeners.length === 0) return
    const label = statementLabel(typeof query === 'string' ? query : query.text)
    for (const listener of this.statementListeners)
      listener(label, (performance.now() - began) / 1000, failed)
  }

  #failure(error: Error): Error {
    // a late answer would be taken for the answer to the next statement
    if (error.message === 'Query read timeout') (this as unknown as Connected).connection.stream.destroy()
    return asUnavailable(error)
  }
}
interface Connected {
  connection: { stream: { destroy(): void } }
}

export function postgresPool(settings: PoolSettings): LimitedPool {
  const { url, maxConnections, limitsStatements, isPooled } = settings
  const options = {
    connectionString: url,
    max: maxConnections,
    keepAlive: true,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: CONNECT_MS,
    // without a limit, because `setUpRole` may have given the role one
    ...(!isPooled && {
      options: `-c TimeZone=UTC -c random_page_cost=${RANDOM_PAGE_COST}${limitsStatements ? '' : ' -c statement_timeout=0'}`,
    }),
    ...(limitsStatements && { query_timeout: ANSWER_MS }),
    ...(limitsStatements &&
      !isPooled && {
        // as a statement, because connection poolers refuse it as a start-up parameter
        onConnect: (client: pg.ClientBase) => client.query(`SET statement_timeout = ${STATEMENT_MS}`),
      }),
  } as pg.PoolConfig
  return new LimitedPool(options, !isPooled)
}

const connectedAt = new WeakMap<pg.Pool, number>()

/**
 * Whether a request that finds no idle connection would get one; tried again half a minute after it worked.
 * @throws DatabaseUnavailable
 */
export async function checkConnecting(pool: pg.Pool): Promise<void> {
  const since = performance.now() - (connectedAt.get(pool) ?? Number.NEGATIVE_INFINITY)
  // a full pool opens no more connections
  if (pool.totalCount >= pool.options.max || since < PROBE_EVERY_MS) return
  const client = new LimitedClient(pool.options)
  client.on('error', () => {})
  try {
    await client.connect()
    connectedAt.set(pool, performance.now())
  } catch (error) {
    throw asUnavailable(error as Error)
  } finally {
    // not awaited, because a frozen server never closes its end
    client.end().catch(() => {})
  }
}
