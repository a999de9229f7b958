import { opponent } from '@tegenzet/rules'
import { expect } from 'vitest'
import { endOverdueGames } from '../../src/play/deadlines/end-overdue-games.ts'
import { followVacations } from '../../src/play/vacations/follow-vacations.ts'
import type { TestServer } from '../harness.ts'
import { expectAllSame, expectVersionsWithoutGaps, remindAll } from './compare.ts'
import { beginOne, dueAt, leftReason, over, takeTurn } from './games.ts'
import { arrive, thinkOfVacation } from './people.ts'
import { deadlineOf, type Interval } from './slow-clocks.ts'
import {
  DAY,
  GRACE_MS,
  type Happened,
  HOUR,
  MINUTE,
  newWorld,
  ok,
  say,
  setTo,
  type World,
  type YearSize,
} from './world.ts'

/** Between two looks for reminders, and between a player's thoughts of a vacation. */
const LOOK_MS = 2 * HOUR

/**
 * Lets players live, each by habits of their own, on a server whose clock is set from one thing that happens to the next.
 * Whatever the server says of a clock is compared with the slow clocks, to the millisecond.
 * @throws where they differ, in the words of the test framework
 */
export async function live(server: TestServer, size: YearSize): Promise<Happened> {
  const world = await newWorld(server, size)
  const { people, running } = world
  const end = world.now + size.days * DAY
  for (let n = 0; n < size.players; n++) people.push(await arrive(world, n))
  const outages = outagesToCome(world, end)
  let lastSweep = world.now
  let nextLook = world.now + LOOK_MS

  setTo(world, world.now)
  while (world.now < end) {
    for (const person of people) if (person.games < 3) await beginOne(world, person)
    const due = Math.min(...[...running.values()].map(dueAt), nextSweep(world, lastSweep), nextLook, end)
    if (outages[0] && outages[0].from <= due) {
      await beAway(world, outages.shift()!)
      lastSweep = world.now
      continue
    }
    setTo(world, Math.max(world.now, due))
    if (nextSweep(world, lastSweep) <= world.now) {
      lastSweep = world.now
      await sweep(world)
    } else if (nextLook <= world.now) {
      nextLook += LOOK_MS
      await remindAll(world)
      for (const person of people) if (person.nextThought <= world.now) await thinkOfVacation(world, person)
    } else for (const game of running.values()) if (dueAt(game) <= world.now) await takeTurn(world, game)
  }
  await sweep(world)
  await expectVersionsWithoutGaps(world)
  return world.happened
}

function outagesToCome({ size, now, dice }: World, end: number): Interval[] {
  const { between, chance } = dice
  return Array.from({ length: size.outages }, () => {
    const from = Math.round(between(now + DAY, end - 2 * DAY))
    return { from, until: from + Math.round(between(2 * MINUTE, chance(0.3) ? 30 * HOUR : 3 * HOUR)) }
  })
    .sort((a, b) => a.from - b.from)
    .filter(({ from }, n, all) => n === 0 || from > all[n - 1]!.until + HOUR)
}

/** The first minute at which a game is overdue, or a vacation begins or ends that has not done so at the last sweep. */
function nextSweep({ running, people }: World, lastSweep: number): number {
  let first = Number.POSITIVE_INFINITY
  for (const { claim, deadline } of running.values())
    if (!claim) first = Math.min(first, deadline + GRACE_MS + 1)
  for (const { vacations } of people)
    for (const { from, until } of vacations)
      for (const edge of [from, until]) if (edge > lastSweep) first = Math.min(first, edge)
  return Math.ceil(first / MINUTE) * MINUTE
}

/** Nobody is there to beat; then the server starts, or wakes to the call of somebody who thinks nothing happened. */
async function beAway(world: World, outage: Interval): Promise<void> {
  const { server, running, outages, dice, happened } = world
  const { from, until } = outage
  setTo(world, from)
  await server.database.prisma.$executeRaw`UPDATE heartbeat SET at = ${new Date(from)}::timestamptz`
  const wasOverdue = new Set([...running.values()].filter(({ deadline }) => deadline < from))
  world.now = until
  server.clock.set(new Date(until))
  outages.push(outage)
  for (const game of running.values()) {
    if (!wasOverdue.has(game)) game.deadline = deadlineOf(game, outages)
    game.turnTo.at = Math.max(game.turnTo.at, until + Math.round(dice.between(0, 2 * HOUR)))
  }
  const first = [...running.values()].find(
    (game) => !game.claim && !wasOverdue.has(game) && game.deadline > until,
  )
  if (first && dice.chance(0.5)) {
    first.turnTo = { at: until, how: 'move' }
    await takeTurn(world, first)
  }
  await server.heartbeat.beat()
  happened.outages++
  await sweep(world)
}

/** What the server does every minute: whatever it ends was due, and whatever was due it ends. */
async function sweep(world: World): Promise<void> {
  const { server, now, running, happened } = world
  await followVacations(server.deps, server.store)
  await endOverdueGames(server.deps, server.store)
  await remindAll(world)
  const due = [...running.values()].filter(({ claim, deadline }) => !claim && deadline + GRACE_MS < now)
  for (const game of due) {
    const { body } = await ok(server.call('getGame', { params: { id: game.id } }))
    const reason = leftReason(game)
    const winner = reason === 'timeout' ? opponent(game.turn) : null
    expect(body, say(world, game)).toMatchObject({ turn: null, outcome: { reason, winner } })
    happened.timeouts++
    over(world, game, body)
  }
  await expectAllSame(world)
}
