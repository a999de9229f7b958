import { createGamePuzzleWorker } from '../analysis/game-puzzles/game-puzzle-worker.ts'
import { createChannelWorker } from '../delivery/channels/tell-channel.ts'
import { resolve } from '../delivery/guarded-calls/resolve.ts'
import { createPushWorker } from '../delivery/push/send-push.ts'
import { createWebhookWorker } from '../delivery/webhooks/webhook-worker.ts'
import type { Deps } from '../deps.ts'
import type { Worker } from '../jobs/worker.ts'
import { createMailWorker } from '../mail/mail-worker.ts'
import type { Mailer } from '../mail/mailer.ts'
import { createComparisonWorker } from '../moderation/engine-comparison/comparison-worker.ts'
import { createExportWorker } from '../privacy/export/export-worker.ts'
import type { Db } from '../store/transaction.ts'
import type { JobQueues } from './job-queues.ts'

/**
 * Creates the workers of all queues.
 * @param mailer null: mails are stored and not sent
 * @param resolveHost finds the addresses that webhooks, push messages and channels call
 */
export const createJobWorkers = (
  deps: Deps,
  db: Db,
  queues: JobQueues,
  mailer: Mailer | null,
  resolveHost = resolve,
): Worker[] => [
  createWebhookWorker({ ...deps, resolve: resolveHost }, db, queues.webhookCalls),
  createPushWorker({ ...deps, resolve: resolveHost, queue: queues.pushes }, db),
  createChannelWorker({ ...deps, resolve: resolveHost, queue: queues.channelCalls }, db),
  createExportWorker({ ...deps, queue: queues.exports }, db),
  createComparisonWorker({ ...deps, queue: queues.comparisons }, db),
  createGamePuzzleWorker({ ...deps, queue: queues.gamePuzzles }, db),
  ...(mailer ? [createMailWorker({ ...deps, mailer, queue: queues.mails }, db)] : []),
]
