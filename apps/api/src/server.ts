import { randomInt } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { type Database, openDatabase, unavailability } from '@tegenzet/db'
import type { Logger } from 'pino'
import { syncAdmins } from './accounts/admins/sync-admins.ts'
import { accountTasks } from './accounts/periodic-tasks.ts'
import { buildApp } from './app.ts'
import { serveDumps } from './backup/dump-socket.ts'
import { startBuiltInBots } from './built-in-bots/start-built-in-bots.ts'
import {
  competitionTasks,
  concernsLadders,
  concernsTournaments,
  LADDERS,
  TOURNAMENTS,
} from './competition/periodic-tasks.ts'
import { endsRatedGame, RATINGS } from './competition/ratings/rate-games.ts'
import { readConfig } from './config.ts'
import { resolve } from './delivery/guarded-calls/resolve.ts'
import { openLive } from './delivery/live/live.ts'
import { transportOf } from './delivery/live/transport-of.ts'
import { deliveryTasks, OUTBOX } from './delivery/periodic-tasks.ts'
import { PUSHES } from './delivery/push/push-queue.ts'
import { createPushWorker } from './delivery/push/send-push.ts'
import { callTimeout, WEBHOOK_CALLS } from './delivery/webhooks/webhook-calls.ts'
import { createWebhookWorker } from './delivery/webhooks/webhook-worker.ts'
import type { Deps } from './deps.ts'
import { explainFailure } from './explain-failure.ts'
import { httpTasks } from './http/periodic-tasks.ts'
import { openQueues } from './jobs/queues.ts'
import { createTicker } from './jobs/ticker.ts'
import { lobbyTasks } from './lobby/periodic-tasks.ts'
import { createLog } from './log.ts'
import { enqueueWaitingMails, MAIL_TIMEOUT_SECONDS, MAILS } from './mail/mail-queue.ts'
import { createMailWorker } from './mail/mail-worker.ts'
import { openMailer } from './mail/mailer.ts'
import { mailTasks } from './mail/periodic-tasks.ts'
import { createComparisonWorker } from './moderation/engine-comparison/comparison-worker.ts'
import {
  COMPARISON_TIMEOUT_SECONDS,
  ENGINE_COMPARISONS,
} from './moderation/engine-comparison/comparisons-queue.ts'
import { openPreparedDatabase } from './open-prepared-database.ts'
import { outboxTasks } from './outbox/periodic-tasks.ts'
import { findWebClient } from './pages/web-client.ts'
import { WEB_CLIENT } from './paths.ts'
import { createHeartbeat, type Heartbeat } from './play/outages/heartbeat.ts'
import { CONDITIONAL_MOVES, playTasks } from './play/periodic-tasks.ts'
import { createExportWorker } from './privacy/export/export-worker.ts'
import { EXPORT_TIMEOUT_SECONDS, EXPORTS } from './privacy/export/exports-queue.ts'
import { privacyTasks } from './privacy/periodic-tasks.ts'
import { reachableUrls } from './reachable-urls.ts'
import { keptSecret } from './secret.ts'
import { startMessage } from './start-message.ts'
import { stopOnSignal } from './stop-on-signal.ts'
import { commitListeners } from './store/commit-listeners.ts'
import { followReplica, type Replica } from './store/replica.ts'
import { openStore } from './store/transaction.ts'

interface Running {
  port: number
  /** Finishes the requests in flight, then closes everything. */
  stop(): Promise<void>
}

/** Puts everything together and starts to listen. */
async function start(log: Logger, config: Deps['config']): Promise<Running> {
  const now = () => new Date()
  const database = await openPreparedDatabase(config, { log, now })
  const stopDumps = serveDumps(database, config.dataDir, log)
  const committed = commitListeners()
  const queues = openQueues(database, log)
  const store = openStore(database, committed, queues)
  const transport = await transportOf(config, database)
  const live = await openLive({ tx: store, transport, now, log })
  committed.add(live.committed)
  const deps: Deps = {
    ...{ config, log, now },
    coin: () => randomInt(2) === 0,
  }
  await syncAdmins(deps, store)
  await queues.start()
  const webhookCalls = await queues.open(WEBHOOK_CALLS, callTimeout(config))
  const pushes = await queues.open(PUSHES, callTimeout(config))
  const mails = await queues.open(MAILS, MAIL_TIMEOUT_SECONDS)
  const exports = await queues.open(EXPORTS, EXPORT_TIMEOUT_SECONDS)
  const comparisons = await queues.open(ENGINE_COMPARISONS, COMPARISON_TIMEOUT_SECONDS)
  const mailer = openMailer(config.mail, config.publicUrl)
  if (mailer) await enqueueWaitingMails(deps, store)
  const heartbeat = createHeartbeat(deps, store)
  // gives an outage back before the first request is served
  await firstBeat(heartbeat, log)

  const replica = await openReplica(config, database, log)
  const webClient = findWebClient(WEB_CLIENT)
  if (!webClient) log.warn('the web client is not built: only the API is served')
  const app = await buildApp(deps, { database, store, replica, live, heartbeat, webhookCalls }, webClient)
  await app.listen({ host: config.host, port: config.port })
  const mailWorker = mailer && createMailWorker({ ...deps, mailer, queue: mails }, store)
  const webhookWorker = createWebhookWorker({ ...deps, resolve }, store, webhookCalls)
  const pushWorker = createPushWorker({ ...deps, resolve, queue: pushes }, store)
  const exportWorker = createExportWorker({ ...deps, queue: exports }, store)
  const comparisonWorker = createComparisonWorker({ ...deps, queue: comparisons }, store)
  const ticker = createTicker({
    tasks: [
      ...playTasks(deps, heartbeat),
      ...lobbyTasks(deps),
      ...competitionTasks(deps),
      ...accountTasks(deps),
      ...mailTasks(deps),
      ...deliveryTasks(deps, { heartbeat, onProcessed: () => ticker.wake(CONDITIONAL_MOVES) }),
      ...httpTasks(deps),
      ...outboxTasks(deps),
      ...privacyTasks(deps, heartbeat),
      webhookWorker.task,
      pushWorker.task,
      exportWorker.task,
      comparisonWorker.task,
      ...(mailWorker ? [mailWorker.task] : []),
    ],
    ...{ tx: store, now, log },
  })
  committed.add({
    appended(events) {
      ticker.wake(OUTBOX)
      if (events.some(({ event }) => endsRatedGame(event))) ticker.wake(RATINGS)
      if (concernsTournaments(events)) ticker.wake(TOURNAMENTS)
      if (concernsLadders(events)) ticker.wake(LADDERS)
    },
  })
  ticker.start()

  const { address: listening, port } = app.server.address() as AddressInfo
  const stopBots = config.bot
    ? startBuiltInBots(deps, { database, store }, reachableUrls(listening, port)[0]!)
    : async () => {}

  async function stop(): Promise<void> {
    await stopBots()
    const workers = [webhookWorker, pushWorker, exportWorker, comparisonWorker, mailWorker]
    await Promise.all(workers.map((worker) => worker?.stop()))
    await app.close()
    // after the last response: until then the heartbeat has to go on
    await ticker.stop()
    await queues.stop()
    mailer?.close()
    await live.close()
    stopDumps()
    await replica?.close()
    await database.close()
  }
  return { port, stop }
}

async function openReplica(
  { replicaUrl: url, replicaLagSeconds, maxConnections }: Deps['config'],
  primary: Database,
  log: Logger,
): Promise<Replica | null> {
  if (!url) return null
  const replica = await openDatabase({ url, maxConnections })
  return followReplica(primary, replica, { maxLagMs: replicaLagSeconds * 1000, log })
}

/** Another process may be giving an outage back, which takes longer than a statement may. */
async function firstBeat(heartbeat: Heartbeat, log: Logger): Promise<void> {
  for (;;)
    try {
      return await heartbeat.beat()
    } catch (error) {
      if (unavailability(error) !== 'timeout') throw error
      log.warn({ err: error }, 'the first heartbeat could not be written; trying again')
    }
}

try {
  const config = readConfig(process.env, keptSecret)
  const log = createLog(config.logLevel)
  const { port, stop } = await start(log, config)
  stopOnSignal(log, stop, config.shutdownSeconds)
  // last, because the reader of these lines may send a signal at once
  process.stdout.write(startMessage(config, port))
} catch (error) {
  console.error(explainFailure(error))
  process.exit(1)
}
