import { type Challenge, type Favourite, MAX_FAVOURITE_CHALLENGES } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { ok, type Result } from '@tegenzet/rules'
import { blockBetween, contactRefused, readContact } from '../../accounts/people/contact.ts'
import { findPerson } from '../../accounts/people/find-person.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { playerColumn } from '../../play/game/game-store.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { decodeCursor, keyId, type Page, pageOf } from '../../store/page.ts'
import {
  type ChallengeRow,
  challengeColumns,
  challengeView,
  JOIN_PLAYERS,
  openAt,
} from '../challenges/challenge-row.ts'
import { OPEN_TO_ALL } from '../challenges/list-challenges.ts'

type Row = Omit<Favourite, 'createdAt' | 'challenges'> & { id: number; createdAt: Date }

/** Whom a player likes to play, newest first, with whether they want to play. */
export async function listFavourites(
  deps: Deps,
  caller: Caller,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<Result<Page<Favourite>, Refusal>> {
  const before = decodeCursor(cursor, keyId)
  if (!before.ok) return before
  const rows = await readFavourites(
    deps,
    caller,
    before.value === undefined ? Prisma.empty : Prisma.sql`AND f.id < ${before.value}`,
    limit + 1,
  )
  const challenges = await readChallenges(
    deps,
    caller,
    rows.map(({ player }) => player.id),
  )
  return ok(
    pageOf(
      rows,
      limit,
      ({ id }) => id,
      (row) => view(row, challenges),
    ),
  )
}

export async function addFavourite(
  deps: Deps,
  caller: Caller,
  username: string,
): Promise<Result<Favourite, Refusal>> {
  const { database, config, now } = deps
  const { playerId } = caller
  const person = await findPerson(database, username)
  if (!person.ok) return person
  const { id } = person.value
  if (id === playerId) return refuse('yourself', 'This is you: nobody is a favourite of their own.')
  const { favourites } = config.limits
  // two at once may both be within the limit: it is there against a flood, not to be exact
  await database.prisma.$executeRaw`
    INSERT INTO favourites (player_id, favourite_id, created_at)
    SELECT ${playerId}::int, ${id}::int, ${now()}::timestamptz
    WHERE (SELECT count(*) FROM favourites WHERE player_id = ${playerId}) < ${favourites}
      AND NOT EXISTS (SELECT FROM blocks WHERE player_id = ${playerId} AND blocked_id = ${id})
    ON CONFLICT DO NOTHING`
  const [row] = await readFavourites(deps, caller, Prisma.sql`AND f.favourite_id = ${id}`, 1)
  if (row) return ok(view(row, await readChallenges(deps, caller, [id])))
  const contact = await readContact(database, playerId, id)
  if (contact.blocked === 'mine') return contactRefused(contact, person.value, 'challenges')!
  return refuse('limit-reached', `You have ${favourites} favourites, the most there may be. Remove one.`)
}

export async function removeFavourite(
  { database }: Deps,
  { playerId }: Caller,
  username: string,
): Promise<Result<undefined, Refusal>> {
  const person = await findPerson(database, username, { closed: true })
  if (!person.ok) return person
  await database.prisma.favourite.deleteMany({ where: { playerId, favouriteId: person.value.id } })
  return ok(undefined)
}

const readFavourites = (
  { database, now }: Deps,
  { playerId }: Caller,
  which: Prisma.Sql,
  limit: number,
): Promise<Row[]> => database.prisma.$queryRaw`
    SELECT f.id, ${playerColumn('p')} AS player, f.created_at AS "createdAt",
      EXISTS (SELECT FROM availability WHERE player_id = p.id AND until > ${now()}::timestamptz) AS ready, (
        (SELECT count(*) FROM games WHERE white_id = ${playerId} AND black_id = p.id AND status IN ('active', 'claimed')) +
        (SELECT count(*) FROM games WHERE black_id = ${playerId} AND white_id = p.id AND status IN ('active', 'claimed'))
      )::int AS "runningGames"
    FROM favourites f JOIN players p ON p.id = f.favourite_id
    WHERE f.player_id = ${playerId} ${which} ORDER BY f.id DESC LIMIT ${limit}`

/** By their challengers: those that are shown to this player, and that they may accept. */
async function readChallenges(
  { database, now }: Deps,
  { playerId, bot }: Caller,
  challengers: readonly number[],
): Promise<Map<number, Challenge[]>> {
  const at = now()
  const rows = await database.prisma.$queryRaw<ChallengeRow[]>`
    SELECT ${challengeColumns(at)}
    FROM unnest(${[...challengers]}::int[]) AS wanted (player) CROSS JOIN LATERAL (
      SELECT * FROM challenges c
      WHERE ${openAt(at)} AND challenger_id = wanted.player AND ${OPEN_TO_ALL}
        ${bot ? Prisma.sql`AND bots` : Prisma.empty}
        AND NOT ${blockBetween(Prisma.sql`wanted.player`, Prisma.sql`${playerId}::int`)}
      ORDER BY id DESC LIMIT ${MAX_FAVOURITE_CHALLENGES}
    ) c ${JOIN_PLAYERS} ORDER BY c.id DESC`
  const challenges = rows.map(challengeView)
  return new Map(challengers.map((id) => [id, challenges.filter(({ challenger }) => challenger.id === id)]))
}

const view = (
  { id: _, player, createdAt, ...rest }: Row,
  challenges: ReadonlyMap<number, Challenge[]>,
): Favourite => ({
  ...{ player, createdAt: createdAt.toISOString(), ...rest },
  challenges: challenges.get(player.id) ?? [],
})
