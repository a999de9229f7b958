import Fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod'
import { createAuth } from './accounts/auth.ts'
import { registerAccounts } from './accounts/routes.ts'
import { registerAdmin } from './admin/routes.ts'
import { registerBots } from './bots/routes.ts'
import { registerCalendar } from './calendar/routes.ts'
import { registerChallenges } from './challenges/routes.ts'
import { registerClaims } from './claims/routes.ts'
import type { Deps } from './deps.ts'
import { registerDraws } from './draws/routes.ts'
import { registerExports } from './exports/routes.ts'
import { registerGames } from './games/routes.ts'
import { registerMetrics } from './health/metrics.ts'
import { registerHealth } from './health/routes.ts'
import { registerLive } from './live/routes.ts'
import { registerMails } from './mail/routes.ts'
import { registerMessages } from './messages/routes.ts'
import { registerNotes } from './notes/routes.ts'
import { registerNotices } from './notices/routes.ts'
import { registerOauth } from './oauth/routes.ts'
import { registerPeople } from './people/routes.ts'
import { registerPlans } from './plans/routes.ts'
import { registerArrival } from './plugins/arrival.ts'
import { registerCatchingUp } from './plugins/catching-up.ts'
import { registerClosing } from './plugins/closing.ts'
import { registerJson } from './plugins/json.ts'
import { registerOpenapi } from './plugins/openapi.ts'
import { registerOrigin } from './plugins/origin.ts'
import { answerUnreadable, registerProblems, sendError } from './plugins/problems.ts'
import { registerRateLimits } from './plugins/rate-limits.ts'
import { RequestLog } from './plugins/request-log.ts'
import { registerSecurity } from './plugins/security.ts'
import { registerSession } from './plugins/session.ts'
import { registerWeb, type WebClient } from './plugins/web.ts'
import { registerReminders } from './reminders/routes.ts'
import { registerReports } from './reports/routes.ts'
import { registerRules } from './rules/routes.ts'
import { registerVacations } from './vacations/routes.ts'
import { registerWebhooks } from './webhooks/routes.ts'

/** The whole server, not yet listening. Reads as its table of contents. */
export async function buildApp(deps: Deps, webClient?: WebClient): Promise<FastifyInstance> {
  const { config, log } = deps
  const app = Fastify({
    loggerInstance: log,
    logController: new RequestLog(),
    trustProxy: config.trustProxy === true ? frontProxy : config.trustProxy,
    bodyLimit: 64 * 1024,
    requestTimeout: REQUEST_TIMEOUT_MS,
    // whatever an address says is judged by its schema
    routerOptions: { maxParamLength: 16 * 1024 },
    frameworkErrors: sendError,
    clientErrorHandler: answerUnreadable,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  app.decorate('deps', deps)
  registerArrival(app, deps)
  registerCatchingUp(app, deps)
  registerClosing(app)
  registerJson(app)
  registerProblems(app, webClient !== undefined)
  await registerSecurity(app, { publicUrl: config.publicUrl, scriptHashes: webClient?.scriptHashes ?? [] })
  await registerSession(app, deps)
  await registerRateLimits(app, deps)
  registerOrigin(app, config.publicUrl)
  await registerOpenapi(app, config.publicUrl)
  registerMetrics(app, deps)
  registerHealth(app, deps)
  await registerLive(app, deps)

  const auth = createAuth(deps)
  registerAccounts(app, deps, auth)
  registerVacations(app, deps)
  registerOauth(app, deps, auth)
  registerRules(app)
  registerChallenges(app, deps)
  registerCalendar(app, deps)
  registerBots(app, deps)
  registerGames(app, deps)
  registerExports(app, deps)
  registerDraws(app, deps)
  registerClaims(app, deps)
  registerMessages(app, deps)
  registerPlans(app, deps)
  registerNotes(app, deps)
  registerPeople(app, deps)
  registerReports(app, deps)
  registerAdmin(app, deps)
  registerMails(app, deps)
  registerWebhooks(app, deps)
  registerNotices(app, deps)
  registerReminders(app, deps)

  if (webClient) await registerWeb(app, webClient)
  return app
}

/** For a request to arrive whole: nobody keeps a connection by never finishing. */
const REQUEST_TIMEOUT_MS = 60_000

/** Not everybody on the way: what a client itself claims stands first, and would take it past limits and to `/metrics`. */
const frontProxy = (_address: string, hop: number): boolean => hop === 0
