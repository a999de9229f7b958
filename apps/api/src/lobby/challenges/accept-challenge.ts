import type { Interval } from '@tegenzet/clocks'
import type { Game, Player, Schedule } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { decodePosition, ok, type Result, ruleSet, startPosition } from '@tegenzet/rules'
import { contactRefused, countedBlocks, readContact } from '../../accounts/people/contact.ts'
import { scheduleColumn } from '../../accounts/schedule.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { startClocks } from '../../play/game/clock.ts'
import { type GameRow, gameView } from '../../play/game/game-store.ts'
import { vacationsSince } from '../../play/vacations/vacation-row.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import {
  type ChallengeRow,
  challengeClosed,
  challengeView,
  type HeldPlayer,
  holdPlayers,
  openAt,
  readChallenge,
} from './challenge-row.ts'
import { readInvite } from './read-invite.ts'

export interface AcceptChallenge {
  /** Its number, or the code of an invitation's link. */
  challenge: number | { invite: string }
  caller: Caller
  arrivedAt: Date
}

/**
 * Begins the game of a challenge. One conditional update decides between acceptances that come at once; the game, its
 * position 0 and both events are written with it, in one statement. Whether its time was over is judged by when the
 * acceptance arrived: the sweep leaves it time to get here.
 */
export async function acceptChallenge(
  deps: Deps,
  { challenge: asked, caller, arrivedAt }: AcceptChallenge,
): Promise<Result<Game, Refusal>> {
  const { live } = deps
  for (;;) {
    const found =
      typeof asked === 'number'
        ? await readChallenge(deps.database, asked, caller, arrivedAt)
        : await readInvite(deps, asked.invite, arrivedAt)
    if (!found.ok) return found
    const challenge = found.value
    if (challenge.state !== 'open') return challengeClosed(challenge)
    if (challenge.challenger.id === caller.playerId)
      return refuse('own-challenge', 'This challenge is your own: somebody else accepts it.')
    const contact = await readContact(deps.database, caller.playerId, challenge.challenger.id)
    const refused = contactRefused(contact, challenge.challenger, 'challenges')
    if (refused) return refused
    const players = await readPlayers(deps, [caller.playerId, challenge.challenger.id], arrivedAt)
    const acceptor = players.find(({ id }) => id === caller.playerId)!
    if (acceptor.kind === 'bot' && !challenge.opponent && !challenge.bots)
      return refuse('bots-not-welcome', 'The challenger wants to play people: no bot may accept this one.')
    const { activeGames, botActiveGames } = deps.config.limits
    const busy = players.find(
      ({ kind, running }) => running >= (kind === 'bot' ? botActiveGames : activeGames),
    )
    if (busy) return refuse('limit-reached', `${busy.username} has as many running games as are allowed.`)

    const held = countedBlocks(players, contact)
    const begun = await begin(deps, challenge, held, acceptor, arrivedAt)
    if (!begun) continue
    const { game, gameEvent, challengeEvent } = begun
    const playerIds = [game.white.id, game.black.id]
    const accepted = challengeView({ ...acceptedBy(challenge, acceptor), gameId: game.id })
    live.announce({ id: Number(challengeEvent), type: 'challenge', challenge: accepted }, playerIds)
    live.announce({ id: Number(gameEvent), type: 'game', game }, playerIds)
    return ok(game)
  }
}

/**
 * @returns null where the challenge is not open any more, or a player's kind or vacations have just changed, or one has
 * just blocked somebody
 */
async function begin(
  deps: Deps,
  challenge: ChallengeRow,
  players: ReadPlayer[],
  acceptor: ReadPlayer,
  arrivedAt: Date,
) {
  const now = deps.now()
  const game = gameView(newGame(deps, challenge, players, acceptor, now))
  const { white, black, clock, vacation, schedules, position, deadline } = game
  const { quiet } = decodePosition(ruleSet(game.rules, game.rulesRevision), position)
  const accepted = challengeView(acceptedBy(challenge, acceptor))
  const playerIds = [white.id, black.id]
  const [begun] = await deps.database.prisma.$queryRaw<
    { id: number; gameEvent: bigint; challengeEvent: bigint }[]
  >`
    WITH held AS (${holdPlayers(players)}), accepted AS (
      UPDATE challenges c
      SET state = 'accepted', closed_at = ${now}::timestamptz, game_id = nextval('games_id_seq'),
        opponent_id = ${accepted.opponent?.id ?? null}::int
      WHERE id = ${challenge.id} AND ${openAt(arrivedAt)} AND (SELECT count(*) FROM held) = 2
      RETURNING game_id AS id, rules, rules_revision, rated
    ), game AS (
      INSERT INTO games (id, rules, rules_revision, white_id, black_id, position, clock, vacation, white_schedule,
        black_schedule, rated, clock_since, deadline, white_remaining_ms, black_remaining_ms, turn_ms,
        created_at, updated_at)
      SELECT id, rules, rules_revision, ${white.id}::int, ${black.id}::int, ${position},
        ${JSON.stringify(clock)}::jsonb, ${vacation}, ${JSON.stringify(schedules.white)}::jsonb,
        ${JSON.stringify(schedules.black)}::jsonb, rated, ${now}::timestamptz, ${deadline}::timestamptz, ${game.clocks.white.remainingMs}::bigint,
        ${game.clocks.black.remainingMs}::bigint, ${game.clocks.white.remainingMs}::bigint, ${now}::timestamptz, ${now}::timestamptz
      FROM accepted
    ), start AS (
      INSERT INTO positions (game_id, ply, position, occurrence, quiet) SELECT id, 0, ${position}, 1, ${quiet}::int FROM accepted
    ), challenge_event AS (
      INSERT INTO events (type, player_ids, actor_id, payload, created_at)
      SELECT 'challenge', ${playerIds}::int[], ${acceptor.id}::int,
        ${JSON.stringify(accepted)}::jsonb || jsonb_build_object('game', id), ${now}::timestamptz
      FROM accepted RETURNING id
    ), game_event AS (
      INSERT INTO events (type, game_id, version, player_ids, actor_id, payload, created_at)
      SELECT 'game', id, ${game.version}, ${playerIds}::int[], ${acceptor.id}::int,
        ${JSON.stringify(game)}::jsonb || jsonb_build_object('id', id), ${now}::timestamptz
      FROM accepted RETURNING id
    )
    SELECT accepted.id, game_event.id AS "gameEvent", challenge_event.id AS "challengeEvent"
    FROM accepted, game_event, challenge_event`
  return begun ? { ...begun, game: { ...game, id: begun.id } } : null
}

/** Of an invitation its opponent is from now on who accepted it. */
const acceptedBy = (challenge: ChallengeRow, acceptor: ReadPlayer): ChallengeRow => ({
  ...challenge,
  ...{ state: 'accepted', opponent: challenge.invite ? playerOf(acceptor) : challenge.opponent },
})

function newGame(
  { coin }: Deps,
  { rules, rulesRevision, challenger, colour, clock, vacation, rated }: ChallengeRow,
  players: ReadPlayer[],
  { id: acceptorId }: ReadPlayer,
  now: Date,
): GameRow {
  const challengerIsWhite = colour === 'random' ? coin() : colour === 'white'
  const whiteId = challengerIsWhite ? challenger.id : acceptorId
  const white = players.find(({ id }) => id === whiteId)!
  const black = players.find(({ id }) => id !== whiteId)!
  const counted = vacation ? { white: white.vacations, black: black.vacations } : { white: [], black: [] }
  const timing = { clock, schedules: { white: white.schedule, black: black.schedule }, vacations: counted }
  return {
    ...{ id: 0, rules, rulesRevision, status: 'active', version: 0, turn: 'white', ply: 0 },
    ...{ white: playerOf(white), black: playerOf(black), vacation, ...timing },
    ...{ position: startPosition(ruleSet(rules, rulesRevision)), lastMove: null, rated },
    ...startClocks(timing, now),
    ...{ winner: null, reason: null, drawOffer: null, openClaim: null, createdAt: now, updatedAt: now },
  }
}

interface ReadPlayer extends HeldPlayer {
  username: string
  schedule: Schedule
  /** Those that are not over. */
  vacations: Interval[]
  /** Running games: the limit on them is against a flood, not to be exact. */
  running: number
}

const playerOf = ({ id, username, kind }: ReadPlayer): Player => ({ id, username, kind })

const readPlayers = ({ database: { prisma } }: Deps, ids: number[], at: Date) =>
  prisma.$queryRaw<ReadPlayer[]>`
    SELECT id, username, kind::text, vacations_version AS "vacationsVersion", ${scheduleColumn('p')} AS schedule,
      ${vacationsSince(Prisma.sql`p.id`, Prisma.sql`${at}::timestamptz`)} AS vacations,
      ((SELECT count(*) FROM games WHERE white_id = p.id AND status = 'active') +
       (SELECT count(*) FROM games WHERE black_id = p.id AND status = 'active'))::int AS running
    FROM players p WHERE id = ANY(${ids}::int[])`
