import { opponent } from '@tegenzet/rules'
import { expect } from 'vitest'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { followVacations } from '../../src/play/vacations/follow-vacations.ts'
import type { TestServer } from '../harness.ts'
import { expectAllSame, expectVersionsWithoutGaps, sendReminders } from './compare.ts'
import { beginSimulatedGame, dueAt, endGame, endReason, takeTurn } from './games.ts'
import { addPlayer, changeVacations } from './players.ts'
import { deadlineOf, type Interval } from './slow-clocks.ts'
import {
  advanceTo,
  DAY,
  describeState,
  type EventCounts,
  GRACE_MS,
  HOUR,
  MINUTE,
  newWorld,
  ok,
  type World,
  type YearSize,
} from './world.ts'

/** Interval of the reminder task, and of players' decisions about vacations. */
const CHECK_MS = 2 * HOUR

/**
 * Simulates players with individual habits on a real server whose clock jumps from event to event. Every clock that the
 * server shows is compared with the slow clocks, to the millisecond.
 * @throws an assertion error at the first difference
 */
export async function simulateYear(server: TestServer, size: YearSize): Promise<EventCounts> {
  const world = await newWorld(server, size)
  const { people, running } = world
  const end = world.now + size.days * DAY
  for (let n = 0; n < size.players; n++) people.push(await addPlayer(world, n))
  const outages = planOutages(world, end)
  let lastSweep = world.now
  let nextCheck = world.now + CHECK_MS

  advanceTo(world, world.now)
  while (world.now < end) {
    for (const person of people) if (person.games < 3) await beginSimulatedGame(world, person)
    const due = Math.min(...[...running.values()].map(dueAt), nextSweep(world, lastSweep), nextCheck, end)
    if (outages[0] && outages[0].from <= due) {
      await simulateOutage(world, outages.shift()!)
      lastSweep = world.now
      continue
    }
    advanceTo(world, Math.max(world.now, due))
    if (nextSweep(world, lastSweep) <= world.now) {
      lastSweep = world.now
      await sweep(world)
    } else if (nextCheck <= world.now) {
      nextCheck += CHECK_MS
      await sendReminders(world)
      for (const person of people)
        if (person.nextDecisionAt <= world.now) await changeVacations(world, person)
    } else for (const game of running.values()) if (dueAt(game) <= world.now) await takeTurn(world, game)
  }
  await sweep(world)
  await expectVersionsWithoutGaps(world)
  return world.counts
}

function planOutages({ size, now, dice }: World, end: number): Interval[] {
  const { between, chance } = dice
  return Array.from({ length: size.outages }, () => {
    const from = Math.round(between(now + DAY, end - 2 * DAY))
    return { from, until: from + Math.round(between(2 * MINUTE, chance(0.3) ? 30 * HOUR : 3 * HOUR)) }
  })
    .sort((a, b) => a.from - b.from)
    .filter(({ from }, n, all) => n === 0 || from > all[n - 1]!.until + HOUR)
}

/** The next minute at which the sweep has something to do: a game is overdue, or a vacation begins or ends. */
function nextSweep({ running, people }: World, lastSweep: number): number {
  let first = Number.POSITIVE_INFINITY
  for (const { claim, deadline } of running.values())
    if (!claim) first = Math.min(first, deadline + GRACE_MS + 1)
  for (const { vacations } of people)
    for (const { from, until } of vacations)
      for (const edge of [from, until]) if (edge > lastSweep) first = Math.min(first, edge)
  return Math.ceil(first / MINUTE) * MINUTE
}

/** The heartbeat stops for a while. Then a player's call or the next heartbeat comes first. */
async function simulateOutage(world: World, outage: Interval): Promise<void> {
  const { server, running, outages, dice, counts: happened } = world
  const { from, until } = outage
  advanceTo(world, from)
  await server.database.prisma.$executeRaw`UPDATE heartbeat SET at = ${new Date(from)}::timestamptz`
  const wasOverdue = new Set([...running.values()].filter(({ deadline }) => deadline < from))
  world.now = until
  server.clock.set(new Date(until))
  outages.push(outage)
  for (const game of running.values()) {
    if (!wasOverdue.has(game)) game.deadline = deadlineOf(game, outages)
    game.plannedEnd.at = Math.max(game.plannedEnd.at, until + Math.round(dice.between(0, 2 * HOUR)))
  }
  const first = [...running.values()].find(
    (game) => !game.claim && !wasOverdue.has(game) && game.deadline > until,
  )
  if (first && dice.chance(0.5)) {
    first.plannedEnd = { at: until, how: 'move' }
    await takeTurn(world, first)
  }
  await server.heartbeat.beat()
  happened.outages++
  await sweep(world)
}

/** Runs the server's periodic tasks and checks that they end exactly the games that are overdue. */
async function sweep(world: World): Promise<void> {
  const { server, now, running, counts: happened } = world
  await followVacations(server.deps, server.store)
  await endOverdueGames(server.deps, server.store)
  await sendReminders(world)
  const due = [...running.values()].filter(({ claim, deadline }) => !claim && deadline + GRACE_MS < now)
  for (const game of due) {
    const { body } = await ok(server.call('getGame', { params: { id: game.id } }))
    const reason = endReason(game)
    const winner = reason === 'timeout' ? opponent(game.turn) : null
    expect(body, describeState(world, game)).toMatchObject({ turn: null, outcome: { reason, winner } })
    happened.timeouts++
    endGame(world, game, body)
  }
  await expectAllSame(world)
}
