import { ok, type Result } from '@tegenzet/common'
import type { Challenge, Game, quickPairBody } from '@tegenzet/contract'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { type Caller, playerOf } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { acceptChallenge, maxActiveGames } from './accept-challenge.ts'
import { readPairableChallenges } from './challenge-store.ts'
import { challengeView } from './challenge-view.ts'
import { createChallenge } from './create-challenge.ts'
import { readAcceptingPlayers } from './player-store.ts'
import { readChallenge } from './read-challenge.ts'
import { termsRefused } from './terms-refused.ts'

interface QuickPair extends z.output<typeof quickPairBody> {
  caller: Caller
  arrivedAt: Date
}

/** Accepts the open challenge on these terms that has waited longest, a rated one first, or makes one. */
export const quickPair = (
  deps: Deps,
  db: Db,
  { caller, arrivedAt, ...terms }: QuickPair,
): Promise<Result<{ challenge: Challenge; game: Game | null }, Refusal>> =>
  inTransaction(db, async (tx) => {
    // two players at once must not both find nothing and wait for each other
    const { rules, clock, timeouts, provenDraws, rated } = terms
    const impossible = termsRefused(terms, [playerOf(caller)])
    if (impossible) return impossible
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${LOCK}::int, hashtext(${JSON.stringify([rules, clock, timeouts, provenDraws])}))`
    const me = (await readAcceptingPlayers(tx, [caller.playerId], arrivedAt)).get(caller.playerId)
    if (me && me.activeGames >= maxActiveGames(deps, me))
      return refuse('limit-reached', 'You have as many running games as allowed.')

    const found = await readPairableChallenges(tx, caller, terms, arrivedAt)
    const isOwn = ({ challenger }: { challenger: { id: number } }) => challenger.id === caller.playerId
    for (const { id } of found.filter((challenge) => !isOwn(challenge))) {
      const accepted = await acceptChallenge(deps, tx, { challenge: id, caller, arrivedAt })
      if (!accepted.ok && accepted.error.code === 'restricted') return accepted
      // taken meanwhile, or its maker has too many games
      if (!accepted.ok) continue
      const challenge = await readChallenge(tx, id, caller, arrivedAt)
      return challenge.ok
        ? ok({ challenge: challengeView(challenge.value), game: accepted.value })
        : challenge
    }
    const own = found.find((challenge) => isOwn(challenge) && challenge.rated === rated)
    if (own) return ok({ challenge: challengeView(own), game: null })
    const open = { ...terms, colour: 'random', vacation: true } as const
    const created = await createChallenge(deps, tx, open, caller)
    return created.ok ? ok({ challenge: created.value, game: null }) : created
  })

/** The first key of its advisory locks. */
const LOCK = 7_236_402
