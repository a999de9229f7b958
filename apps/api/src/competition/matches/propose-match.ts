import { ok, type Result } from '@tegenzet/common'
import { MAX_MATCH_PROPOSALS, type Match, type proposeMatchBody } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import type { z } from 'zod'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { countAttempt } from '../../accounts/limits/rate-counters.ts'
import type { Deps } from '../../deps.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { provenDrawsRefused } from '../../play/game/proven-draws-refused.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import {
  clubNotFound,
  isOrganiser,
  organisersOnly,
  readClub,
  readMemberIds,
  readOrganiserIds,
  shareClubs,
} from '../clubs/club-store.ts'
import { readMatch } from './match-store.ts'
import { readMatchView } from './match-view.ts'
import { type MatchNews, tellMatch } from './tell-match.ts'

interface ProposeMatch {
  body: z.output<typeof proposeMatchBody>
  caller: Caller
  at: Date
}

const DAY_MS = 86_400_000

/** Challenges another club, or opens a match within the club. */
export const proposeMatch = (
  deps: Pick<Deps, 'now'>,
  db: Db,
  { body, caller, at }: ProposeMatch,
): Promise<Result<Match, Refusal>> =>
  inTransaction(db, async (tx) => {
    const { club: slugA, opponent: slugB, lineupsCloseAt: closing, message, ...terms } = body
    const by = playerOf(caller)
    const lineupsCloseAt = new Date(closing)
    if (lineupsCloseAt <= at) {
      const message = '`lineupsCloseAt` is in the past.'
      return refuse('validation', message, { errors: [{ path: '/body/lineupsCloseAt', message }] })
    }
    const impossible = provenDrawsRefused(terms)
    if (impossible) return impossible
    // neither club ends meanwhile
    await shareClubs(tx, [slugA, slugB])
    const a = await readClub(tx, slugA, by.id)
    if (!a) return clubNotFound(slugA)
    const b = await readClub(tx, slugB)
    if (!b) return clubNotFound(slugB)
    if (!isOrganiser(a.role)) return organisersOnly
    const isWithin = a.id === b.id
    const muted = message !== undefined && (await sanctionRefused(tx, by.id, 'mute', at))
    if (muted) return muted
    const limit = { key: ['match-proposal', `${by.id}`], max: MAX_MATCH_PROPOSALS, windowMs: DAY_MS }
    const counted = await countAttempt(deps, tx, limit)
    if (!counted.ok)
      return refuse('limit-reached', `You can propose ${MAX_MATCH_PROPOSALS} matches in 24 hours.`)
    const [proposed] = await tx.match.createManyAndReturn({
      data: [
        {
          ...terms,
          rulesRevision: ruleSet(terms.rules).revision,
          message: message ?? null,
          clubAId: a.id,
          clubBId: b.id,
          proposedById: by.id,
          ...(isWithin && { state: 'open' as const }),
          lineupsCloseAt,
          createdAt: at,
        },
      ],
      select: { id: true },
      skipDuplicates: true,
    })
    if (!proposed)
      return refuse(
        'conflict',
        `A match between ${a.name} and ${b.name} is proposed already: answer it first.`,
      )
    const news: MatchNews = isWithin
      ? { change: 'accepted', to: await readMemberIds(tx, [a.id]) }
      : { change: 'proposed', to: await readOrganiserIds(tx, [a.id, b.id]) }
    await tellMatch(tx, proposed.id, [news], { by, at })
    return ok(await readMatchView(tx, existing(await readMatch(tx, proposed.id)), by.id))
  })
