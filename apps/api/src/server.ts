import { randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { migrate, openDatabase } from '@tegenzet/db'
import { type Logger, pino } from 'pino'
import { syncAdmins } from './accounts/admins/sync-admins.ts'
import { accountTasks } from './accounts/periodic-tasks.ts'
import { buildApp } from './app.ts'
import { startHouse } from './built-in-bots/start-built-in-bots.ts'
import { readConfig } from './config.ts'
import { openLive } from './delivery/live/live.ts'
import { deliveryTasks } from './delivery/periodic-tasks.ts'
import { nobodyReminded } from './delivery/reminders/reminded.ts'
import { startJobs } from './delivery/start-jobs.ts'
import { resolve } from './delivery/webhooks/resolve.ts'
import type { Deps } from './deps.ts'
import { explainFailure } from './explain-failure.ts'
import { httpTasks } from './http/periodic-tasks.ts'
import { findWebClient } from './http/web.ts'
import { openQueue } from './jobs/queue.ts'
import { createTicker } from './jobs/ticker.ts'
import { lobbyTasks } from './lobby/periodic-tasks.ts'
import { openMailer } from './mail/mailer.ts'
import { mailTasks } from './mail/periodic-tasks.ts'
import { startMailing } from './mail/start-mailing.ts'
import { liveSource, renumberRestored } from './outbox/outbox.ts'
import { outboxTasks } from './outbox/periodic-tasks.ts'
import { WEB_CLIENT } from './paths.ts'
import { nothingAnswered } from './play/conditional-moves/counters.ts'
import { beat } from './play/outages/heartbeat.ts'
import { newHeart } from './play/outages/heartbeat-state.ts'
import { playTasks } from './play/periodic-tasks.ts'
import { keptSecret } from './secret.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { openStore } from './store/transaction.ts'

/** Puts everything together and listens. @returns what stops it again, letting requests in flight finish */
async function start(log: Logger, config: Deps['config']): Promise<() => Promise<void>> {
  const { databaseUrl: url, dataDir, maxConnections } = config
  const database = await openDatabase(url ? { url, maxConnections } : { dataDir })
  for (const migration of await migrate(database.pool)) log.info({ migration }, 'migration applied')
  await renumberRestored(database)

  const now = () => new Date()
  const pool = database.kind === 'postgres' ? database.pool : null
  const live = await openLive({ source: liveSource(database, now), pool, now, log })
  const store = openStore(database, live.committed)
  const queue = openQueue(database, log, config.webhooks.seconds)
  const mailer = openMailer(config.mail, config.publicUrl)
  const coin = () => randomInt(2) === 0
  const reminded = nobodyReminded()
  const answered = nothingAnswered()
  const heart = newHeart()
  const deps: Deps = {
    config,
    database,
    store,
    live,
    queue,
    mailer,
    reminded,
    answered,
    heart,
    log,
    now,
    resolve,
    coin,
  }
  await syncAdmins(deps, store)
  await queue.start()
  // gives back the time that the server was away before anybody is served
  await beat(deps)

  const webClient = findWebClient(WEB_CLIENT)
  if (!webClient) log.warn('the web client is not built: only the API is served')
  const app = await buildApp(deps, webClient)
  await app.listen({ host: config.host, port: config.port })
  const tasks = [playTasks, lobbyTasks, accountTasks, mailTasks, deliveryTasks, httpTasks, outboxTasks]
  const ticker = createTicker({ tasks: tasks.flatMap((tasksOf) => tasksOf(deps)), tx: store, now, log })
  ticker.start()
  const stopJobs = startJobs(deps)
  const stopMailing = startMailing(deps)

  const { address: listening, port } = app.server.address() as AddressInfo
  const stopHouse = config.bot ? startHouse(deps, localAddress(listening, port)) : async () => {}

  const address = config.port === 0 ? config.publicUrl.replace(/:0$/, `:${port}`) : config.publicUrl
  process.stdout.write(`\nTegenzet is at ${address}\n\n`)
  return async () => {
    await stopHouse()
    await Promise.all([stopJobs(), stopMailing()])
    await app.close()
    // last: until then the server is there, and its heartbeat says so
    await ticker.stop()
    await queue.stop()
    mailer?.close()
    await live.close()
    await database.close()
  }
}

/** Where this very process is reached from this machine. */
function localAddress(listening: string, port: number): string {
  const host = listening === '0.0.0.0' ? '127.0.0.1' : listening === '::' ? '::1' : listening
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

try {
  const env = process.argv.includes('--bot') ? { ...process.env, BOT: 'true' } : process.env
  const config = readConfig(env, keptSecret)
  const log = pino({ level: config.logLevel })
  stopOnSignal(log, await start(log, config), config.shutdownSeconds)
} catch (error) {
  console.error(explainFailure(error))
  process.exit(1)
}
