import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { type Database, openDatabase } from '@tegenzet/db'
import type { DestinationStream, Logger } from 'pino'
import { syncAdmins } from '../accounts/admins/sync-admins.ts'
import { buildApp } from '../app.ts'
import { serveDumps } from '../backup/dump-socket.ts'
import { backupInChild, nightlyBackups } from '../backup/nightly-backups.ts'
import { startBuiltInBots } from '../built-in-bots/start-built-in-bots.ts'
import { type Config, readConfig } from '../config/config.ts'
import { reachableUrls } from '../config/reachable-urls.ts'
import { keptSecret } from '../config/secret.ts'
import { proxyWarning, settingWarnings } from '../config/setting-warnings.ts'
import { openLive } from '../delivery/live/live.ts'
import { transportOf } from '../delivery/live/transport-of.ts'
import type { Deps } from '../deps.ts'
import { openQueues } from '../jobs/queues.ts'
import { createLog } from '../log.ts'
import { enqueueWaitingMails } from '../mail/mail-queue.ts'
import { openMailer } from '../mail/mailer.ts'
import { openTables } from '../open-tables.ts'
import { keepScripts } from '../pages/kept-scripts.ts'
import { findWebClient } from '../pages/web-client.ts'
import { WEB_CLIENT } from '../paths.ts'
import { createHeartbeat } from '../play/outages/heartbeat.ts'
import { commitListeners } from '../store/commit-listeners.ts'
import { followReplica, type Replica } from '../store/replica.ts'
import { openStore } from '../store/transaction.ts'
import { holdBuild } from './hold-build.ts'
import { openJobQueues } from './job-queues.ts'
import { createJobWorkers } from './job-workers.ts'
import { openPreparedDatabase } from './open-prepared-database.ts'
import { startTicker } from './start-ticker.ts'

interface RunningServer {
  config: Config
  log: Logger
  port: number
  /** Finishes the requests in flight, then closes everything. */
  stop(): Promise<void>
}

/**
 * Puts everything together and starts to listen.
 * @param variables the environment
 * @param destination of the log. Default: standard output
 * @throws if a setting is invalid or the server cannot start with it; `explainFailure` says why
 */
export async function startServer(
  variables: Record<string, string | undefined>,
  destination?: DestinationStream,
): Promise<RunningServer> {
  holdBuild()
  const config = readConfig(variables, keptSecret)
  const log = createLog(config.logLevel, destination)
  for (const warning of settingWarnings(variables)) log.warn(warning)
  const aboutProxy = proxyWarning(config)
  if (aboutProxy) log.warn(aboutProxy)
  await checkPort(config)
  const now = () => new Date()
  const deps: Deps = { config, log, now, coin: () => randomInt(2) === 0, tables: openTables(config, log) }
  const database = await openPreparedDatabase(config, deps)
  const stopDumps = serveDumps(database, config.dataDir, log)
  const committed = commitListeners()
  const queues = openQueues(database, log)
  const store = openStore(database, committed, queues)
  const transport = await transportOf(config, database)
  const live = await openLive({ db: store, transport, now, log })
  committed.add(live.committed)
  await syncAdmins(deps, store)
  const jobQueues = await openJobQueues(queues, config)
  const mailer = openMailer(config.mail, config.publicUrl)
  if (mailer) await enqueueWaitingMails(deps, store)
  const heartbeat = createHeartbeat(deps, store)
  // records an outage before the first request is served
  await heartbeat.update()

  const replica = await openReplica(config, database, log)
  const backups = nightlyBackups(deps, backupInChild(variables))
  const { webhookCalls } = jobQueues
  const services = { database, store, replica, live, heartbeat, webhookCalls, backups }
  const webClient = findWebClient(WEB_CLIENT)
  if (!webClient) log.warn('the web client is not built: only the API is served')
  const scripts = webClient && (await keepScripts(webClient, { dataDir: config.dataDir, now: now(), log }))
  const app = await buildApp(deps, services, webClient && { ...webClient, earlier: scripts?.earlier ?? [] })
  await app.listen({ host: config.host, port: config.port, backlog: BACKLOG })
  const workers = createJobWorkers(deps, store, jobQueues, mailer)
  const ticker = startTicker(deps, store, { database, app, heartbeat, workers, committed, backups })
  const { address, port } = app.server.address() as AddressInfo
  const stopBots = config.bot
    ? startBuiltInBots(deps, { database, store, committed }, reachableUrls(address, port)[0])
    : async () => {}

  async function stop(): Promise<void> {
    // half of the time is left for the requests in flight
    await app.drain((config.shutdownSeconds * 1000) / 2)
    await stopBots()
    await Promise.all(workers.map((worker) => worker.stop()))
    await app.close()
    // after the last response: until then the heartbeat has to go on
    await ticker.stop()
    await queues.stop()
    mailer?.close()
    await live.close()
    stopDumps()
    await scripts?.kept
    await replica?.close()
    await database.close()
  }
  return { config, log, port, stop }
}

/** Notices a taken port before the database is migrated. */
async function checkPort({ host, port }: Config): Promise<void> {
  // a health check that arrives now would keep the probe open
  const probe = createServer((socket) => socket.destroy()).listen(port, host)
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}

/** Connections that wait to be accepted: after a restart all clients come back at once. Linux allows no more by default. */
const BACKLOG = 4096

async function openReplica(
  { replicaUrl: url, replicaLagSeconds, maxConnections }: Config,
  primary: Database,
  log: Logger,
): Promise<Replica | null> {
  if (!url) return null
  const replica = await openDatabase({ url, maxConnections })
  return followReplica(primary, replica, { maxLagMs: replicaLagSeconds * 1000, log })
}
