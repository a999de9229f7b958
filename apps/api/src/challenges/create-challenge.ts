import type { Challenge, createChallengeBody } from '@tegenzet/contract'
import { ok, type Result, ruleSet } from '@tegenzet/rules'
import type { z } from 'zod'
import type { Caller } from '../caller.ts'
import type { Deps } from '../deps.ts'
import { type Refusal, refuse } from '../refusal.ts'
import { challengeView, concerned } from './challenge-row.ts'

export type CreateChallenge = z.output<typeof createChallengeBody>

/** Makes a challenge and the event that tells of it, in one statement. */
export async function createChallenge(
  deps: Deps,
  command: CreateChallenge,
  { playerId }: Pick<Caller, 'playerId'>,
): Promise<Result<Challenge, Refusal>> {
  const { rules, opponent: named, colour, clock, rated, message = null } = command
  const { prisma } = deps.database
  const { openChallenges } = deps.config.limits
  const players = await prisma.player.findMany({
    where: { OR: [{ id: playerId }, ...(named ? [{ usernameKey: named.toLowerCase() }] : [])] },
    select: { id: true, username: true, kind: true },
  })
  const challenger = players.find(({ id }) => id === playerId)!
  const opponent = named ? players.find(({ username }) => sameName(username, named)) : null
  if (opponent === undefined || opponent?.kind === 'closed')
    return refuse('unknown-opponent', `There is no player ${named} to challenge.`)
  if (opponent?.id === playerId) return refuse('own-challenge', 'Nobody plays against themselves.')

  const createdAt = deps.now()
  const { revision } = ruleSet(rules)
  const draft = {
    ...{ id: 0, rules, rulesRevision: revision, challenger, opponent, colour, clock, rated, message },
    ...{ state: 'open' as const, gameId: null, createdAt },
  }
  const view = challengeView(draft)
  // two at once may both be within the limit: it is there against a flood, not to be exact
  const [made] = await prisma.$queryRaw<{ id: number; eventId: bigint }[]>`
    WITH made AS (
      INSERT INTO challenges (rules, rules_revision, challenger_id, opponent_id, colour, clock, rated, message, created_at)
      SELECT ${rules}, ${revision}::int, ${playerId}::int, ${opponent?.id ?? null}::int, ${colour}::colour,
        ${JSON.stringify(clock)}::jsonb, ${rated}, ${message}, ${createdAt}::timestamptz
      WHERE (SELECT count(*) FROM challenges WHERE challenger_id = ${playerId} AND state = 'open') < ${openChallenges}
      RETURNING id
    ), told AS (
      INSERT INTO events (type, player_ids, payload, created_at)
      SELECT 'challenge', ${concerned(view)}::int[],
        ${JSON.stringify(view)}::jsonb || jsonb_build_object('id', id), ${createdAt}::timestamptz
      FROM made
      RETURNING id
    )
    SELECT made.id, told.id AS "eventId" FROM made, told`
  if (!made)
    return refuse(
      'limit-reached',
      `You have ${openChallenges} open challenges: withdraw one before the next.`,
    )
  const challenge = { ...view, id: made.id }
  deps.live.announce({ id: Number(made.eventId), type: 'challenge', challenge }, concerned(challenge))
  return ok(challenge)
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
