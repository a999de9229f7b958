import { LIVE_PATH } from '@tegenzet/contract'
import type { Database } from '@tegenzet/db'
import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { registerDocuments } from './about/documents/routes.ts'
import { SiteDocuments } from './about/documents/site-documents.ts'
import { featureRefusal } from './about/features/feature-refused.ts'
import { FeatureSwitches } from './about/features/feature-switches.ts'
import { registerAbout } from './about/routes.ts'
import { createAuth } from './accounts/auth/auth.ts'
import { callerFinder } from './accounts/credentials/find-caller.ts'
import { registerLastUses } from './accounts/credentials/last-uses-hook.ts'
import { registerOauth } from './accounts/oauth/routes.ts'
import { proofRefused } from './accounts/proof/require-proof.ts'
import { registerAccounts } from './accounts/routes.ts'
import { registerWarnings } from './accounts/warnings/routes.ts'
import { registerAdminLog } from './admin-log/routes.ts'
import { registerAnalyses } from './analysis/analyses/routes.ts'
import { registerExplorer } from './analysis/explorer/routes.ts'
import { registerFairPlay } from './analysis/fair-play/fair-play-hook.ts'
import { registerHints } from './analysis/hints/routes.ts'
import { registerPuzzles } from './analysis/puzzles/routes.ts'
import { registerTables } from './analysis/tables/routes.ts'
import type { NightlyBackups } from './backup/nightly-backups.ts'
import { registerClubs } from './competition/clubs/routes.ts'
import { registerLadders } from './competition/ladders/routes.ts'
import { registerLeagues } from './competition/leagues/routes.ts'
import { registerMatches } from './competition/matches/routes.ts'
import { registerRatings } from './competition/ratings/routes.ts'
import { registerTournaments } from './competition/tournaments/routes.ts'
import { registerCalendar } from './delivery/calendar/routes.ts'
import { registerClubChannels } from './delivery/channels/club-channel-routes.ts'
import { registerChannels } from './delivery/channels/routes.ts'
import { registerFeeds } from './delivery/feeds/routes.ts'
import { resolve } from './delivery/guarded-calls/resolve.ts'
import type { LiveChannel } from './delivery/live/live.ts'
import { registerLive } from './delivery/live/routes.ts'
import { registerNotifications } from './delivery/notifications/routes.ts'
import { registerPush } from './delivery/push/routes.ts'
import { registerReminders } from './delivery/reminders/routes.ts'
import { registerWebhooks } from './delivery/webhooks/routes.ts'
import type { WebhookCall } from './delivery/webhooks/webhook-calls.ts'
import type { Deps } from './deps.ts'
import { registerMetrics } from './health/metrics.ts'
import { registerHealth } from './health/routes.ts'
import { registerArrival } from './http/arrival.ts'
import { registerClosing } from './http/closing.ts'
import { registerCompression } from './http/compression.ts'
import { registerJson } from './http/json.ts'
import { registerNodeAnswers } from './http/node-answers.ts'
import { registerOpenapi } from './http/openapi/openapi.ts'
import { registerOrigin } from './http/origin.ts'
import { answerUnreadable, registerProblems, sendError } from './http/problems.ts'
import { registerRateLimits } from './http/rate-limits.ts'
import { registerReaders } from './http/readers.ts'
import { RequestLog } from './http/request-log.ts'
import { registerSecurity } from './http/security.ts'
import { registerServerTiming } from './http/server-timing.ts'
import { registerSession } from './http/session.ts'
import { registerSlices } from './http/slices.ts'
import { requestUpgradedAt } from './http/upgrades.ts'
import type { Queue } from './jobs/queues.ts'
import { registerBots } from './lobby/bots/routes.ts'
import { registerChallenges } from './lobby/challenges/routes.ts'
import { registerPeople } from './lobby/people/routes.ts'
import { registerMails } from './mail/routes.ts'
import { registerAccountReviews } from './moderation/account-review/routes.ts'
import { registerContentReports } from './moderation/content-reports/routes.ts'
import { registerNews } from './moderation/news/routes.ts'
import { registerReports } from './moderation/reports/routes.ts'
import { registerAppeals, registerSanctions } from './moderation/sanctions/routes.ts'
import { registerEmbeds } from './pages/embeds.ts'
import { registerOembed } from './pages/oembed.ts'
import { registerPositionImages } from './pages/position-image.ts'
import { pageSender } from './pages/send-page.ts'
import { registerSiteFiles } from './pages/site-files.ts'
import { registerFiles, type WebClient } from './pages/web-client.ts'
import { registerCatchUp } from './play/outages/catch-up-hook.ts'
import type { Heartbeat } from './play/outages/heartbeat.ts'
import { registerPlay } from './play/routes.ts'
import { registerPrivacy } from './privacy/routes.ts'
import type { Replica } from './store/replica.ts'
import type { Db } from './store/transaction.ts'

/** The parts of the server that requests use and that tests replace. */
export interface Services {
  database: Database
  /** The handle on which every statement commits by itself. */
  store: Db
  /** For answers that may be a second old. */
  replica?: Replica | null
  /** null without BACKUP_DIR. */
  backups?: Pick<NightlyBackups, 'ageMs' | 'isLate'> | null
  live: LiveChannel
  heartbeat: Heartbeat
  /** null: this process does not use the queue. */
  webhookCalls: Pick<Queue<WebhookCall>, 'depth'> | null
}

/** Builds the server, not yet listening. Reads as its table of contents. */
export async function buildApp(
  deps: Deps,
  services: Services,
  webClient?: WebClient,
): Promise<FastifyInstance> {
  const { config, log } = deps
  const { database, store, live, heartbeat } = services
  const app = Fastify({
    loggerInstance: log,
    logController: new RequestLog(deps),
    trustProxy: config.trustProxy === true ? frontProxy : config.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // long parameters are left to the schemas to judge
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: sendError,
    clientErrorHandler: answerUnreadable,
    http: { IncomingMessage: requestUpgradedAt(LIVE_PATH), requireHostHeader: false },
    // Fastify's own answer is not a problem+json: registerClosing answers
    return503OnClosing: false,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  app.decorate('deps', deps)
  app.decorate('store', store)
  app.decorate('replica', services.replica ?? null)
  app.decorate('proofRefused', (caller, proof) => proofRefused(deps, store, caller, proof))
  const switches = new FeatureSwitches(deps, store)
  const featureRefused = featureRefusal(config, switches)
  app.decorate('featureRefused', (endpoint, request) => featureRefused(store, endpoint, request))
  registerNodeAnswers(app)
  registerArrival(app, deps)
  registerClosing(app)
  registerCatchUp(app, heartbeat)
  registerJson(app)
  await registerCompression(app)
  registerProblems(app, webClient && pageSender(app, webClient, config))
  await registerSecurity(app, { publicUrl: config.publicUrl, scriptHashes: webClient?.scriptHashes ?? [] })
  const callers = callerFinder(database.pool, config, deps.now)
  await registerSession(app, config, callers)
  registerReaders(app, config)
  registerLastUses(app, store)
  await registerRateLimits(app, deps, live.counts)
  registerSlices(app)
  registerServerTiming(app)
  registerOrigin(app, config.publicUrl)
  await registerOpenapi(app, config.publicUrl)
  const documents = new SiteDocuments(config)
  registerAbout(app, deps, { switches, documents })
  registerDocuments(app, config, documents)
  registerMetrics(app, deps, services)
  registerHealth(app, services)
  await registerLive(app, deps, store, live, { callers, build: webClient?.build })

  registerAccounts(app, deps)
  registerOauth(app, deps, createAuth(deps, store))
  registerPlay(app, deps)
  registerChallenges(app, deps)
  registerCalendar(app, deps, store)
  registerFeeds(app, deps, store)
  registerBots(app, deps)
  registerPeople(app, deps)
  registerRatings(app, deps)
  registerTournaments(app, deps)
  registerLadders(app, deps)
  registerLeagues(app, deps)
  registerClubs(app, deps)
  registerMatches(app, deps)
  registerFairPlay(app)
  registerTables(app, deps)
  registerAnalyses(app, deps)
  registerExplorer(app)
  registerPuzzles(app, deps)
  registerHints(app)
  registerReports(app, deps)
  registerWarnings(app)
  registerSanctions(app, deps)
  registerAppeals(app, deps)
  registerAccountReviews(app, deps)
  registerContentReports(app, deps)
  registerNews(app)
  registerMails(app, deps)
  registerAdminLog(app)
  registerWebhooks(app, deps)
  registerNotifications(app, deps)
  registerReminders(app, deps)
  registerPush(app, deps)
  registerChannels(app, { ...deps, resolve })
  registerClubChannels(app, { ...deps, resolve })
  registerPrivacy(app, deps)

  if (webClient) {
    await registerFiles(app, webClient)
    registerSiteFiles(app, webClient, config)
    registerPositionImages(app, config)
    registerEmbeds(app, webClient, config)
    registerOembed(app, config)
  }
  return app
}

/** The time for a request to arrive completely, so that slow requests cannot keep connections open. */
const REQUEST_TIMEOUT_MS = 60_000

/** Trusts only the nearest proxy: further addresses may be forged, to evade rate limits or to read `/metrics`. */
const frontProxy = (_address: string, hop: number): boolean => hop === 0
