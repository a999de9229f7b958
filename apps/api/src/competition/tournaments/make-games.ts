import { setTimeout as sleep } from 'node:timers/promises'
import { valueAt } from '@tegenzet/common'
import type { Schedule } from '@tegenzet/contract'
import { Prisma } from '@tegenzet/db'
import { pairings } from '@tegenzet/tournaments'
import { sharePlayers } from '../../accounts/players/lock-player.ts'
import { readStartingPlayers } from '../../accounts/players/starting-players.ts'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { newGame } from '../../play/game/start-game.ts'
import { createGames } from '../../play/game/write-games.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction, runSql, type Tx } from '../../store/transaction.ts'
import { forfeitGames } from '../forfeits/forfeit-games.ts'
import { shareTournament } from './tournament-store.ts'

/** In a league only a claim stops a clock, so that every game ends before the season does. */
const NO_SCHEDULE: Schedule = { timezone: 'UTC', daysOff: [], quietHours: null }

/** A start makes so many games itself. More follow in steps, so that no request waits for them. */
const MADE_AT_ONCE = 100

interface Group {
  tournamentId: number
  stage: number
  nr: number
}

/** Makes the games of stages whose groups the same transaction has written, if there are few. */
export async function makeFewGames(
  tx: Tx,
  groups: readonly (Group & { games: number })[],
  at: Date,
): Promise<void> {
  const total = groups.reduce((sum, { games }) => sum + games, 0)
  if (total > MADE_AT_ONCE) return
  // in the order of their ids, as everywhere: the transactions of several groups would otherwise wait for each other
  await sharePlayers(tx, await readSeated(tx, groups))
  for (const group of groups) await makeGroup(tx, group, at)
}

/**
 * Makes the games of all groups that wait for them, each group in a transaction of its own, and pauses as long as that
 * took: moves in other games go on meanwhile. Several processes may do this at the same time, and it can be repeated after a
 * crash. A process that finds a group taken skips the rest of that tournament, because another process is at work on it.
 * @param stop ends it after the current group
 */
export async function makeGames({ now }: Pick<Deps, 'now'>, db: Db, stop?: AbortSignal): Promise<void> {
  const takenElsewhere = new Set<number>()
  await tryEach(await readWaiting(db), async (group) => {
    if (stop?.aborted || takenElsewhere.has(group.tournamentId)) return
    const begun = performance.now()
    if (await inTransaction(db, (tx) => takeGroup(tx, group, now()))) await sleep(performance.now() - begun)
    else takenElsewhere.add(group.tournamentId)
  })
}

const readWaiting = (db: Db): Promise<Group[]> =>
  db.tournamentGroup.findMany({
    where: { startedAt: null },
    orderBy: [{ tournamentId: 'asc' }, { stage: 'asc' }, { nr: 'asc' }],
    select: { tournamentId: true, stage: true, nr: true },
  })

async function readSeated(db: Db, groups: readonly Group[]): Promise<number[]> {
  const seats = await db.tournamentSeat.findMany({
    where: { OR: groups.map(({ tournamentId, stage, nr: groupNr }) => ({ tournamentId, stage, groupNr })) },
    orderBy: { seat: 'asc' },
    select: { playerId: true },
  })
  return seats.map(({ playerId }) => playerId)
}

/** @returns false if another process has made its games, or is doing so */
async function takeGroup(tx: Tx, group: Group, at: Date): Promise<boolean> {
  const { tournamentId, stage, nr } = group
  const locked = await runSql(
    tx,
    Prisma.sql`
    SELECT nr FROM tournament_groups
    WHERE tournament_id = ${tournamentId} AND stage = ${stage} AND nr = ${nr} AND started_at IS NULL
    FOR UPDATE SKIP LOCKED`,
  )
  if (locked.length === 0) return false
  await makeGroup(tx, group, at)
  return true
}

/**
 * Makes the games of everybody who was seated at the start of the stage. Whoever has left since then loses theirs at once:
 * it makes no difference how far the games were made by then.
 */
async function makeGroup(tx: Tx, group: Group, now: Date): Promise<void> {
  const { tournamentId, stage, nr } = group
  // a player who leaves now waits for this, and then forfeits the games
  const tournament = existing(await shareTournament(tx, tournamentId))
  const ids = await readSeated(tx, [group])
  // vacations that change meanwhile find the games, see `take-vacation.ts`
  await sharePlayers(tx, ids)
  // the clocks of processes may differ
  const at = new Date(Math.max(now.getTime(), tournament.startedAt?.getTime() ?? 0))
  const players = await readStartingPlayers(tx, ids, at)
  const playerOf = (id: number) => ({
    ...valueAt(players, id),
    ...(tournament.league && { schedule: NO_SCHEDULE }),
  })
  const pairs = pairings(ids, tournament.gamesPerPair).map(({ white, black }) => ({
    white: playerOf(white),
    black: playerOf(black),
  }))
  const { name, league } = tournament
  const place = {
    id: tournamentId,
    name,
    stage,
    group: nr,
    ...(league && { league: { season: league.season, division: existing(league.division) } }),
  }
  const terms = { ...tournament, tournament: place }
  const games = await createGames(
    tx,
    pairs.map((pair) => newGame(terms, pair, at)),
    { by: null, at },
  )
  await tx.tournamentGroup.update({
    where: { tournamentId_stage_nr: { tournamentId, stage, nr } },
    data: { startedAt: at },
  })
  const left = await tx.tournamentEntry.findMany({
    where: { tournamentId, playerId: { in: ids }, leftAt: { not: null } },
    select: { playerId: true },
  })
  for (const { playerId } of left)
    await forfeitGames(
      tx,
      games.filter(({ white, black }) => white.id === playerId || black.id === playerId),
      playerId,
      at,
    )
}
