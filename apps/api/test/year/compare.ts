import type { Game } from '@tegenzet/contract'
import { expect } from 'vitest'
import { isQuiet, leftAt } from './slow-clocks.ts'
import { describeState, HOUR, iso, REMINDER_HOURS, type SimulatedGame, type World } from './world.ts'

/** Compares the clocks of an answer with the slow clocks. */
export function expectSame(world: World, game: SimulatedGame, shown: Game): void {
  if (shown.version > 0) expect(shown.version, describeState(world, game)).toBeGreaterThan(game.version)
  game.version = shown.version
  const { turn, ply, deadline, clocks } = shown
  expect(
    { turn, ply, deadline, white: clocks.white.remainingMs, black: clocks.black.remainingMs },
    describeState(world, game),
  ).toEqual({ ...turnOf(game), ...game.left })
}

/** Compares all running games in the database, each as of its last change. */
export async function expectAllSame(world: World): Promise<void> {
  const { server, running, outages } = world
  const rows = await server.database.prisma.game.findMany({
    where: { status: { in: ['active', 'claimed'] } },
    select: {
      id: true,
      version: true,
      turn: true,
      ply: true,
      deadline: true,
      updatedAt: true,
      whiteRemainingMs: true,
      blackRemainingMs: true,
    },
  })
  expect(rows.map(({ id }) => id).sort()).toEqual([...running.keys()].sort())
  for (const row of rows) {
    const game = running.get(row.id)!
    if (row.version < game.version) expect.fail(`version ${row.version} of ${describeState(world, game)}`)
    game.version = row.version
    if (row.version === game.compared && row.deadline?.getTime() === game.deadline) continue
    game.compared = row.version
    const left = { ...game.left, [game.turn]: leftAt(game, row.updatedAt.getTime(), outages) }
    expect(
      {
        turn: row.turn,
        ply: row.ply,
        deadline: row.deadline?.toISOString() ?? null,
        white: Number(row.whiteRemainingMs),
        black: Number(row.blackRemainingMs),
      },
      describeState(world, game),
    ).toEqual({ ...turnOf(game), ...left })
  }
}

const turnOf = ({ turn, ply, deadline, claim }: SimulatedGame) => ({
  turn,
  ply,
  deadline: claim ? null : iso(deadline),
})

/** Checks the reminders of this tick: one each, when due, for the current turn, and none during a vacation. */
export async function expectReminders(world: World): Promise<void> {
  const { server, now, running, reminded, counts: happened } = world
  const { prisma } = server.database
  const at = new Date(now)
  const sent = await prisma.sentReminder.findMany({ where: { createdAt: at } })
  for (const { gameId, ply, reminder } of sent) {
    const key = `${gameId} ${ply} ${reminder}`
    if (reminded.has(key)) continue
    reminded.add(key)
    happened.reminders++
    const game = running.get(gameId)
    if (!game) return expect.fail(`reminder ${key} of a game that is over`)
    const context = `reminder ${key} of ${describeState(world, game)}`
    expect(game.ply, context).toBe(ply)
    expect(game.claim, context).toBe(null)
    expect(isAway(game, now), context).toBe(false)
    const { quietHours } = game.people[game.turn].schedule
    if (!quietHours)
      expect(reminderDue(game, Number.parseInt(reminder, 10)), context).toBeLessThanOrEqual(now)
  }
  for (const game of running.values()) {
    if (game.claim || game.deadline <= now || isAway(game, now)) continue
    const missing = REMINDER_HOURS.filter(
      (hours) => reminderDue(game, hours) <= now && !reminded.has(`${game.id} ${game.ply} ${hours}h`),
    )
    if (missing.length > 0 && !isQuiet(now, game.people[game.turn].schedule))
      expect.fail(`no reminder of ${missing} hours: ${describeState(world, game)}`)
  }
  const notifications = await prisma.notification.count({ where: { kind: 'reminder', createdAt: at } })
  expect(notifications).toBeLessThanOrEqual(sent.length)
}

function reminderDue({ deadline, turnTime }: SimulatedGame, hours: number): number {
  return deadline - (hours * HOUR < turnTime ? hours * HOUR : turnTime / 2)
}

const isAway = ({ vacation, people, turn }: SimulatedGame, now: number): boolean =>
  vacation && people[turn].vacations.some(({ from, until }) => from <= now && now < until)

/** Checks that the outbox holds every version of every game. */
export async function expectVersionsWithoutGaps({ server, counts: happened, ended }: World): Promise<void> {
  const versions = await server.database.prisma.event.groupBy({
    by: ['gameId'],
    where: { type: 'game' },
    _count: true,
    _max: { version: true },
  })
  expect(versions.length).toBe(happened.games)
  const gaps = versions.filter(({ _count, _max }) => _count !== _max.version! + 1)
  expect(gaps).toEqual([])
  const last = new Map(versions.map(({ gameId, _max }) => [gameId, _max.version]))
  expect(ended.filter(({ id, version }) => last.get(id) !== version)).toEqual([])
}
