import type { Database } from '@tegenzet/db'
import type { FastifyInstance } from 'fastify'
import { lastUsesTask } from '../accounts/credentials/last-uses-hook.ts'
import { accountTasks } from '../accounts/periodic-tasks.ts'
import { analysisTasks } from '../analysis/periodic-tasks.ts'
import type { NightlyBackups } from '../backup/nightly-backups.ts'
import {
  competitionTasks,
  concernsLadders,
  concernsMatches,
  concernsTournamentGames,
  concernsTournaments,
  LADDERS,
  MATCHES,
  TOURNAMENT_GAMES,
  TOURNAMENTS,
} from '../competition/periodic-tasks.ts'
import { endsRatedGame, RATINGS } from '../competition/ratings/rate-games.ts'
import { deliveryTasks, OUTBOX } from '../delivery/periodic-tasks.ts'
import type { Deps } from '../deps.ts'
import { httpTasks } from '../http/periodic-tasks.ts'
import { createTicker, type PeriodicTask, type Ticker } from '../jobs/ticker.ts'
import type { Worker } from '../jobs/worker.ts'
import { lobbyTasks } from '../lobby/periodic-tasks.ts'
import { mailTasks } from '../mail/periodic-tasks.ts'
import { maintenanceTasks } from '../maintenance/periodic-tasks.ts'
import { outboxTasks } from '../outbox/periodic-tasks.ts'
import type { Heartbeat } from '../play/outages/heartbeat.ts'
import { CONDITIONAL_MOVES, playTasks } from '../play/periodic-tasks.ts'
import { privacyTasks } from '../privacy/periodic-tasks.ts'
import type { CommitListeners } from '../store/commit-listeners.ts'
import type { Db } from '../store/transaction.ts'

interface TickerParts {
  database: Database
  app: FastifyInstance
  heartbeat: Heartbeat
  workers: readonly Worker[]
  backups?: Pick<NightlyBackups, 'task'> | null
  committed: CommitListeners
}

/** Every periodic task of the server. @param onProcessed called after events were processed */
export const periodicTasks = (
  deps: Deps,
  { database, app, heartbeat, workers, backups }: Omit<TickerParts, 'committed'>,
  onProcessed: () => void,
): PeriodicTask[] => [
  ...playTasks(deps, heartbeat),
  ...lobbyTasks(deps),
  ...competitionTasks(deps),
  ...analysisTasks(),
  ...accountTasks(deps),
  ...mailTasks(deps),
  ...deliveryTasks(deps, { heartbeat, onProcessed }),
  ...httpTasks(deps),
  ...outboxTasks(deps),
  ...maintenanceTasks(deps, database),
  // after the erasure, so that a backup of the same night has nothing of what was deleted
  ...(backups ? [backups.task] : []),
  ...privacyTasks(deps, heartbeat),
  lastUsesTask(app),
  ...workers.map(({ task }) => task),
]

/** Runs them from now on. Events wake the tasks that process them. */
export function startTicker(deps: Deps, db: Db, parts: TickerParts): Ticker {
  const { committed } = parts
  const ticker = createTicker({
    tasks: periodicTasks(deps, parts, () => ticker.wake(CONDITIONAL_MOVES)),
    db,
    now: deps.now,
    log: deps.log,
  })
  committed.add({
    appended(events) {
      ticker.wake(OUTBOX)
      if (events.some(({ event }) => endsRatedGame(event))) ticker.wake(RATINGS)
      if (concernsTournaments(events)) ticker.wake(TOURNAMENTS)
      if (concernsTournamentGames(events)) ticker.wake(TOURNAMENT_GAMES)
      if (concernsLadders(events)) ticker.wake(LADDERS)
      if (concernsMatches(events)) ticker.wake(MATCHES)
    },
  })
  ticker.start()
  return ticker
}
