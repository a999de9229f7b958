import { opponent } from '@tegenzet/rules'
import { expect } from 'vitest'
import { planChecks } from '../../src/delivery/reminders/reminder-checks.ts'
import { giveTimeBack } from '../../src/play/outages/give-time-back.ts'
import type { TestServer } from '../server/harness.ts'
import { expectAnalyses } from './analyses.ts'
import { expectAllSame, expectReminders, expectVersionsWithoutGaps } from './compare.ts'
import {
  beginSimulatedGame,
  dueAt,
  endReason,
  endsAt,
  expectRulings,
  ruledByServerAt,
  takeTurn,
} from './games.ts'
import { addPlayer, changeVacations } from './players.ts'
import { deadlineOf, type Interval } from './slow-clocks.ts'
import { endGame } from './turns.ts'
import {
  advanceTo,
  DAY,
  describeState,
  type EventCounts,
  HOUR,
  MINUTE,
  newWorld,
  ok,
  type World,
  type YearSize,
} from './world.ts'

/** The longest time between two ticks, and the interval of players' decisions about vacations. */
const TICK_MS = 2 * HOUR

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
  let nextDecisionsAt = world.now + TICK_MS

  await advanceTo(world, world.now)
  while (world.now < end) {
    for (const person of people) if (person.games < 3) await beginSimulatedGame(world, person)
    const due = Math.min(...[...running.values()].map(dueAt), nextTickAt(world), end)
    if (outages[0] && outages[0].from <= due) {
      await simulateOutage(world, outages.shift()!)
      continue
    }
    await advanceTo(world, Math.max(world.now, due))
    if (nextTickAt(world) > world.now) {
      for (const game of running.values()) if (dueAt(game) <= world.now) await takeTurn(world, game)
      continue
    }
    await tick(world)
    if (nextDecisionsAt > world.now) continue
    nextDecisionsAt += TICK_MS
    for (const person of people) if (person.nextDecisionAt <= world.now) await changeVacations(world, person)
  }
  await advanceTo(world, nextTickAt(world))
  await tick(world)
  await expectVersionsWithoutGaps(world)
  await expectAnalyses(world)
  await world.tables.close()
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

/**
 * The next minute at which a game is overdue or a vacation begins or ends, at most `TICK_MS` after the last tick. At least
 * a minute after it, so that all tasks are due again.
 */
function nextTickAt({ running, people, lastTickAt }: World): number {
  let first = lastTickAt + TICK_MS
  for (const game of running.values())
    first = Math.min(first, game.claim ? ruledByServerAt(game.claim) : endsAt(game) + 1)
  for (const { vacations } of people)
    for (const { from, until } of vacations)
      for (const edge of [from, until]) if (edge > lastTickAt) first = Math.min(first, edge)
  return Math.ceil(Math.max(first, lastTickAt + MINUTE) / MINUTE) * MINUTE
}

/** The heartbeat stops for a while. Then a player's request or the next heartbeat finds the outage. */
async function simulateOutage(world: World, outage: Interval): Promise<void> {
  const { server, running, outages, dice, counts } = world
  const { from, until } = outage
  await advanceTo(world, from)
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
  counts.outages++
  // reminders wait until the time has been written to the games
  await server.heartbeat.update()
  await giveTimeBack(server.store, new Date(until))
  await tick(world)
}

/** Runs the server's periodic tasks and checks that they end exactly the games that are overdue. */
async function tick(world: World): Promise<void> {
  const { server, ticker, now, running, counts } = world
  world.lastTickAt = now
  // instead of the consumer of the outbox, which would write all notifications and mails
  await planChecks(server.store, [...running.keys()])
  await ticker.tick()
  await expectReminders(world)
  await expectRulings(world)
  const due = [...running.values()].filter((game) => !game.claim && endsAt(game) < now)
  for (const game of due) {
    const { body } = await ok(server.call('getGame', { params: { id: game.id } }))
    const reason = endReason(game)
    const winner = reason === 'timeout' ? opponent(game.turn) : null
    expect(body, describeState(world, game)).toMatchObject({ turn: null, outcome: { reason, winner } })
    counts.timeouts++
    endGame(world, game, body)
  }
  await expectAllSame(world)
}
