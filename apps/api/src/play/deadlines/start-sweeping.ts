import { pruneTokens } from '../../accounts/oauth/connections.ts'
import { pruneSentReminders } from '../../delivery/reminders/prune-sent.ts'
import type { Deps } from '../../deps.ts'
import { pruneKeys } from '../../http/idempotency.ts'
import { expireMails } from '../../mail/send-mails.ts'
import { followVacations } from '../vacations/follow-vacations.ts'
import { pruneOld } from './prune-old.ts'
import { endOverdueGames, expireChallenges, expireOffers, pruneEvents, ruleByEvidence } from './sweep.ts'

/** Sweeps every `config.sweepSeconds`, one sweep at a time. @returns what stops it, waiting for one that runs */
export function startSweeping(deps: Deps): () => Promise<void> {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let sweep = Promise.resolve()
  const schedule = () => {
    if (stopped) return
    timer = setTimeout(() => {
      sweep = sweepOnce(deps).then(schedule)
    }, deps.config.sweepSeconds * 1000)
  }
  schedule()
  return async () => {
    stopped = true
    clearTimeout(timer)
    await sweep
  }
}

async function sweepOnce(deps: Deps): Promise<void> {
  try {
    const followed = await followVacations(deps)
    if (followed > 0) deps.log.info({ followed }, 'vacations begun or over')
    const ended = await endOverdueGames(deps)
    if (ended > 0) deps.log.info({ ended }, 'games ended: out of time')
    const expired = await expireOffers(deps)
    if (expired > 0) deps.log.info({ expired }, 'draw offers expired')
    const closed = await expireChallenges(deps)
    if (closed > 0) deps.log.info({ closed }, 'challenges expired')
    const ruled = await ruleByEvidence(deps)
    if (ruled > 0) deps.log.info({ ruled }, 'claims ruled on by the evidence')
    const pruned = (await pruneEvents(deps)) + (await pruneOld(deps))
    if (pruned > 0) deps.log.info({ pruned }, 'old events, deliveries, notices and mails removed')
    await expireMails(deps)
    const expiredTokens = await pruneTokens(deps)
    if (expiredTokens > 0) deps.log.info({ expiredTokens }, 'expired tokens of apps removed')
    await pruneKeys(deps)
    await pruneSentReminders(deps)
  } catch (error) {
    deps.log.error({ err: error }, 'the sweep failed; the next one tries again')
  }
}
