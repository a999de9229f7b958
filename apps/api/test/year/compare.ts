import type { Game } from '@tegenzet/contract'
import { expect } from 'vitest'
import { remind } from '../../src/delivery/reminders/remind.ts'
import { isQuiet, leftAt } from './slow-clocks.ts'
import { HOUR, iso, type Played, REMINDER_HOURS, say, type World } from './world.ts'

/** What an answer shows of the clocks, as of that answer. */
export function expectSame(world: World, game: Played, shown: Game): void {
  if (shown.version > 0) expect(shown.version, say(world, game)).toBeGreaterThan(game.version)
  game.version = shown.version
  const { turn, ply, deadline, clocks } = shown
  expect(
    { turn, ply, deadline, white: clocks.white.remainingMs, black: clocks.black.remainingMs },
    say(world, game),
  ).toEqual({ ...turnOf(game), ...game.left })
}

/** All that runs, as the database has it: by its last change each. */
export async function expectAllSame(world: World): Promise<void> {
  const { server, running, outages } = world
  const rows = await server.database.prisma.game.findMany({
    where: { status: { in: ['active', 'claimed'] } },
    select: {
      ...{ id: true, version: true, turn: true, ply: true, deadline: true, updatedAt: true },
      ...{ whiteRemainingMs: true, blackRemainingMs: true },
    },
  })
  expect(rows.map(({ id }) => id).sort()).toEqual([...running.keys()].sort())
  for (const row of rows) {
    const game = running.get(row.id)!
    if (row.version < game.version) expect.fail(`version ${row.version} of ${say(world, game)}`)
    game.version = row.version
    if (row.version === game.compared && row.deadline?.getTime() === game.deadline) continue
    game.compared = row.version
    const left = { ...game.left, [game.turn]: leftAt(game, row.updatedAt.getTime(), outages) }
    expect(
      {
        ...{ turn: row.turn, ply: row.ply, deadline: row.deadline?.toISOString() ?? null },
        white: Number(row.whiteRemainingMs),
        black: Number(row.blackRemainingMs),
      },
      say(world, game),
    ).toEqual({ ...turnOf(game), ...left })
  }
}

const turnOf = ({ turn, ply, deadline, claim }: Played) => ({
  ...{ turn, ply, deadline: claim ? null : iso(deadline) },
})

/** Each once, of a turn that still stands, when it is due, and to nobody whose vacation stops the clock. */
export async function remindAll(world: World): Promise<void> {
  const { server, now, running, reminded, happened } = world
  const { prisma } = server.database
  await remind(server.deps, server.store)
  const at = new Date(now)
  const sent = await prisma.sentReminder.findMany({ where: { createdAt: at } })
  for (const { gameId, ply, reminder } of sent) {
    const key = `${gameId} ${ply} ${reminder}`
    if (reminded.has(key)) continue
    reminded.add(key)
    happened.reminders++
    const game = running.get(gameId)
    if (!game) return expect.fail(`reminder ${key} of a game that is over`)
    const said = `reminder ${key} of ${say(world, game)}`
    expect(game.ply, said).toBe(ply)
    expect(game.claim, said).toBe(null)
    expect(isAway(game, now), said).toBe(false)
    const { quietHours } = game.people[game.turn].schedule
    if (!quietHours) expect(reminderDue(game, Number.parseInt(reminder, 10)), said).toBeLessThanOrEqual(now)
  }
  for (const game of running.values()) {
    if (game.claim || game.deadline <= now || isAway(game, now)) continue
    const missing = REMINDER_HOURS.filter(
      (hours) => reminderDue(game, hours) <= now && !reminded.has(`${game.id} ${game.ply} ${hours}h`),
    )
    if (missing.length > 0 && !isQuiet(now, game.people[game.turn].schedule))
      expect.fail(`no reminder of ${missing} hours: ${say(world, game)}`)
  }
  const notices = await prisma.notification.count({ where: { kind: 'reminder', createdAt: at } })
  expect(notices).toBeLessThanOrEqual(sent.length)
}

function reminderDue({ deadline, turnTime }: Played, hours: number): number {
  return deadline - (hours * HOUR < turnTime ? hours * HOUR : turnTime / 2)
}

const isAway = ({ vacation, people, turn }: Played, now: number): boolean =>
  vacation && people[turn].vacations.some(({ from, until }) => from <= now && now < until)

/** Of every game each version has been told. */
export async function expectVersionsWithoutGaps({ server, happened, ended }: World): Promise<void> {
  const told = await server.database.prisma.event.groupBy({
    by: ['gameId'],
    where: { type: 'game' },
    _count: true,
    _max: { version: true },
  })
  expect(told.length).toBe(happened.games)
  const gaps = told.filter(({ _count, _max }) => _count !== _max.version! + 1)
  expect(gaps).toEqual([])
  const last = new Map(told.map(({ gameId, _max }) => [gameId, _max.version]))
  expect(ended.filter(({ id, version }) => last.get(id) !== version)).toEqual([])
}
