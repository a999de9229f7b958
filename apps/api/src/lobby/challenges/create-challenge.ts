import { type Challenge, type createChallengeBody, DEFAULT_OPEN_HOURS, type Player } from '@tegenzet/contract'
import { ok, type Result, ruleSet } from '@tegenzet/rules'
import type { z } from 'zod'
import { contactRefused, countedBlocks, readContact } from '../../accounts/people/contact.ts'
import { scheduleColumn } from '../../accounts/schedule.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import {
  awayColumn,
  type ChallengeRow,
  challengeView,
  concerned,
  holdPlayers,
  openAt,
} from './challenge-row.ts'
import { inviteUrl } from './invite-link.ts'

const HOUR_MS = 60 * 60 * 1000

export interface CreateChallenge extends z.output<typeof createChallengeBody> {
  /** The game that the two have played, where they play again: such a challenge names its opponent and stays. */
  rematchOf?: number
}

/**
 * Makes a challenge and the event that tells of it, in one statement.
 * @returns a conflict where a rematch of the game has just been asked for
 */
export async function createChallenge(
  deps: Deps,
  command: CreateChallenge,
  { playerId }: Pick<Caller, 'playerId'>,
): Promise<Result<Challenge, Refusal>> {
  const { rules, opponent: named, colour, clock, vacation, rated, message = null, rematchOf = null } = command
  const { invite = false, expiresInHours = named ? null : DEFAULT_OPEN_HOURS } = command
  const { prisma } = deps.database
  const { openChallenges } = deps.config.limits
  for (;;) {
    const createdAt = deps.now()
    const found = await prisma.$queryRaw<(Player & Pick<ChallengeRow, 'schedule' | 'away'>)[]>`
      SELECT id, username, kind::text, ${scheduleColumn('p')} AS schedule, ${awayColumn('p', createdAt)} AS away FROM players p
      WHERE id = ${playerId} OR username_key = ${named?.toLowerCase() ?? null}`
    const { schedule, away: onVacation, ...challenger } = found.find(({ id }) => id === playerId)!
    const players = found.map(({ schedule: _, away: __, ...player }) => player)
    const opponent = named ? players.find(({ username }) => sameName(username, named)) : null
    if (opponent === undefined || opponent?.kind === 'closed')
      return refuse('unknown-opponent', `There is no player ${named} to challenge.`)
    if (opponent?.id === playerId) return refuse('own-challenge', 'Nobody plays against themselves.')
    const contact = opponent ? await readContact(deps.database, playerId, opponent.id) : undefined
    const refused = contact && opponent && contactRefused(contact, opponent, 'challenges')
    if (refused) return refused

    const away = vacation ? onVacation : null
    const expiresAt =
      expiresInHours === null ? null : new Date(createdAt.getTime() + expiresInHours * HOUR_MS)
    const { revision } = ruleSet(rules)
    const bots = opponent ? opponent.kind === 'bot' : (command.bots ?? !rated)
    const draft = {
      ...{ id: 0, rules, rulesRevision: revision, challenger, opponent, colour, clock, vacation, schedule },
      ...{ away, rated, bots, message, invite, state: 'open' as const, gameId: null, rematchOf },
      ...{ expiresAt, expired: false, createdAt },
    }
    const view = challengeView(draft)
    // two at once may both be within the limit: it is there against a flood, not to be exact
    const [made] = await prisma.$queryRaw<
      { id: number | null; eventId: bigint; held: number; open: number }[]
    >`
      WITH held AS (${holdPlayers(countedBlocks(players, contact))}), open AS (
        SELECT count(*)::int AS count FROM challenges c WHERE c.challenger_id = ${playerId} AND ${openAt(createdAt)}
      ), made AS (
        INSERT INTO challenges
          (rules, rules_revision, challenger_id, opponent_id, colour, clock, vacation, rated, bots, message, invite,
            rematch_of, expires_at, created_at)
        SELECT ${rules}, ${revision}::int, ${playerId}::int, ${opponent?.id ?? null}::int, ${colour}::colour,
          ${JSON.stringify(clock)}::jsonb, ${vacation}, ${rated}, ${bots}, ${message}, ${invite},
          ${rematchOf}::int, ${expiresAt}::timestamptz, ${createdAt}::timestamptz
        WHERE (SELECT count(*) FROM held) = ${players.length}
          AND (SELECT count FROM open) < ${openChallenges}
        ON CONFLICT (rematch_of) WHERE state IN ('open', 'accepted') DO NOTHING
        RETURNING id
      ), told AS (
        INSERT INTO events (type, player_ids, actor_id, payload, created_at)
        SELECT 'challenge', ${concerned(view)}::int[], ${playerId}::int,
          ${JSON.stringify(view)}::jsonb || jsonb_build_object('id', id), ${createdAt}::timestamptz
        FROM made
        RETURNING id
      )
      SELECT (SELECT count(*) FROM held)::int AS held, (SELECT count FROM open) AS open, (SELECT id FROM made), (SELECT id FROM told) AS "eventId"`
    if (made!.held < players.length) continue
    if (made!.id === null && made!.open < openChallenges)
      return refuse('conflict', `A rematch of game ${rematchOf} has just been asked for.`)
    if (made!.id === null)
      return refuse(
        'limit-reached',
        `You have ${openChallenges} open challenges: withdraw one before the next.`,
      )
    const challenge = { ...view, id: made!.id }
    deps.live.announce({ id: Number(made!.eventId), type: 'challenge', challenge }, concerned(challenge))
    return ok(
      invite ? { ...challenge, inviteUrl: inviteUrl(deps.config, { id: made!.id, createdAt }) } : challenge,
    )
  }
}

const sameName = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase()
