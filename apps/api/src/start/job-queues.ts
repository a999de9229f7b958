import {
  GAME_PUZZLES,
  GAME_PUZZLES_TIMEOUT_SECONDS,
  type GamePuzzlesJob,
} from '../analysis/game-puzzles/game-puzzles-queue.ts'
import type { Config } from '../config/config.ts'
import { callTimeout } from '../delivery/guarded-calls/call-timeout.ts'
import { CHANNEL_CALLS, type ChannelJob } from '../delivery/news/channel-queue.ts'
import { PUSHES, type PushJob } from '../delivery/news/push-queue.ts'
import { WEBHOOK_CALLS, type WebhookCall } from '../delivery/webhooks/webhook-calls.ts'
import type { Queue, Queues } from '../jobs/queues.ts'
import { MAIL_TIMEOUT_SECONDS, MAILS, type MailJob } from '../mail/mail-queue.ts'
import {
  COMPARISON_TIMEOUT_SECONDS,
  type ComparisonJob,
  ENGINE_COMPARISONS,
} from '../moderation/engine-comparison/comparisons-queue.ts'
import { EXPORT_TIMEOUT_SECONDS, EXPORTS, type ExportJob } from '../privacy/export/exports-queue.ts'

/** Every queue of the server. */
export interface JobQueues {
  webhookCalls: Queue<WebhookCall>
  pushes: Queue<PushJob>
  channelCalls: Queue<ChannelJob>
  mails: Queue<MailJob>
  exports: Queue<ExportJob>
  comparisons: Queue<ComparisonJob>
  gamePuzzles: Queue<GamePuzzlesJob>
}

export async function openJobQueues(queues: Queues, config: Config): Promise<JobQueues> {
  await queues.start()
  return {
    webhookCalls: await queues.open(WEBHOOK_CALLS, callTimeout(config)),
    pushes: await queues.open(PUSHES, callTimeout(config)),
    channelCalls: await queues.open(CHANNEL_CALLS, callTimeout(config)),
    mails: await queues.open(MAILS, MAIL_TIMEOUT_SECONDS),
    exports: await queues.open(EXPORTS, EXPORT_TIMEOUT_SECONDS),
    comparisons: await queues.open(ENGINE_COMPARISONS, COMPARISON_TIMEOUT_SECONDS),
    gamePuzzles: await queues.open(GAME_PUZZLES, GAME_PUZZLES_TIMEOUT_SECONDS),
  }
}
