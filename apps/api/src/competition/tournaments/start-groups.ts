import { setTimeout as sleep } from 'node:timers/promises'
import type { Schedule } from '@tegenzet/contract'
import { pairings } from '@tegenzet/tournaments'
import { sharePlayers } from '../../accounts/people/lock-player.ts'
import type { Deps } from '../../deps.ts'
import { tryEach } from '../../jobs/try-each.ts'
import { readAcceptingPlayers } from '../../lobby/challenges/player-store.ts'
import { append } from '../../outbox/append.ts'
import { startGames } from '../../play/game/start-game.ts'
import { inTransaction, isTransaction, type OpenTransaction, type Tx } from '../../store/transaction.ts'
import { shareTournament } from './tournament-store.ts'

/** In a league only a claim stops a clock, so that every game ends before the season does. */
const NO_SCHEDULE: Schedule = { timezone: 'UTC', daysOff: [], quietHours: null }

/** After each group it waits half as long as the group took, so that moves are not delayed. The limit for all waits together. */
const MAX_WAIT_MS = 2000
/** How often, and how long each time, a request waits for groups that another process has taken. */
const MAX_WAITS = 100
const WAIT_MS = 100

interface Group {
  tournamentId: number
  stage: number
  nr: number
}

/**
 * Starts the games of all groups that wait for them, each group in a transaction of its own, so that a large tournament
 * holds up nothing else. Several processes may do this at the same time, and it can be repeated after a crash. A process
 * that finds a group taken skips the rest of that tournament, because another process is starting it.
 */
export async function startGroups(deps: Deps, tx: Tx, tournamentId?: number): Promise<void> {
  const waiting = await readWaiting(tx, tournamentId)
  const startedElsewhere = new Set<number>()
  let restMs = MAX_WAIT_MS
  await tryEach(waiting, async (group) => {
    if (startedElsewhere.has(group.tournamentId)) return
    const begun = performance.now()
    if (!(await inTransaction(tx, (tx) => startGroup(tx, group, deps.now())))) {
      startedElsewhere.add(group.tournamentId)
      return
    }
    const waitMs = Math.min((performance.now() - begun) / 2, restMs)
    // inside the transaction of an `Idempotency-Key` a wait would hold back all events
    if (group === waiting.at(-1) || isTransaction(tx)) return
    await sleep(waitMs)
    restMs -= waitMs
  })
}

/** Starts the games of one tournament, and waits for those that another process is starting. */
export async function startGroupsOf(deps: Deps, tx: Tx, tournamentId: number): Promise<void> {
  await startGroups(deps, tx, tournamentId)
  for (let n = 0; n < MAX_WAITS && (await readWaiting(tx, tournamentId)).length > 0; n++) await sleep(WAIT_MS)
}

const readWaiting = (tx: Tx, tournamentId?: number): Promise<Group[]> =>
  tx.tournamentGroup.findMany({
    where: { startedAt: null, ...(tournamentId !== undefined && { tournamentId }) },
    orderBy: [{ tournamentId: 'asc' }, { stage: 'asc' }, { nr: 'asc' }],
    select: { tournamentId: true, stage: true, nr: true },
  })

/** @returns false if another process has started it, or is doing so */
async function startGroup(
  tx: OpenTransaction,
  { tournamentId, stage, nr }: Group,
  at: Date,
): Promise<boolean> {
  // a player who leaves now waits for this, and then forfeits the games
  const tournament = (await shareTournament(tx, tournamentId))!
  const locked = await tx.$queryRaw<unknown[]>`
    SELECT nr FROM tournament_groups
    WHERE tournament_id = ${tournamentId} AND stage = ${stage} AND nr = ${nr} AND started_at IS NULL
    FOR UPDATE SKIP LOCKED`
  if (locked.length === 0) return false
  const seats = await tx.tournamentSeat.findMany({
    where: { tournamentId, stage, groupNr: nr, struck: false },
    orderBy: { seat: 'asc' },
  })
  const ids = seats.map(({ playerId }) => playerId)
  // vacations that change meanwhile find the games, see `take-vacation.ts`
  await sharePlayers(tx, ids)
  const players = new Map((await readAcceptingPlayers(tx, ids, at)).map((each) => [each.player.id, each]))
  const playerOf = (id: number) => ({
    ...players.get(id)!,
    ...(tournament.league && { schedule: NO_SCHEDULE }),
  })
  const pairs = pairings(ids, tournament.gamesPerPair).map(({ white, black }) => ({
    white: playerOf(white),
    black: playerOf(black),
  }))
  const { name, league } = tournament
  const place = {
    ...{ id: tournamentId, name, stage, group: nr },
    ...(league && { league: { season: league.season, division: league.division! } }),
  }
  const games = await startGames(tx, { ...tournament, tournament: place }, pairs, at)
  const events = games.map((game) => ({
    event: { type: 'game' as const, game },
    playerIds: [game.white.id, game.black.id],
  }))
  await append(tx, events, { by: null, at })
  await tx.tournamentGroup.update({
    where: { tournamentId_stage_nr: { tournamentId, stage, nr } },
    data: { startedAt: at },
  })
  return true
}
