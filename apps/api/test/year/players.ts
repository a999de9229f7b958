import type { Schedule } from '@tegenzet/contract'
import { expect } from 'vitest'
import { deadlineOf } from './slow-clocks.ts'
import { DAY, HOUR, iso, MINUTE, ok, type Person, REMINDER_HOURS, type World } from './world.ts'

/** Daylight saving in both hemispheres, and offsets of a quarter of an hour. */
const ZONES = [
  ...['Europe/Amsterdam', 'America/New_York', 'Australia/Sydney', 'Pacific/Auckland', 'Asia/Kathmandu'],
  ...['America/Santiago', 'Pacific/Chatham', 'UTC'],
]
const QUIET = [
  { from: '22:30', to: '07:15' },
  { from: '23:00', to: '02:30' },
  { from: '01:00', to: '09:00' },
]

/** Adds a player with individual habits. */
export async function addPlayer({ server, size, dice, now }: World, n: number): Promise<Person> {
  const { roll, chance, between, pick } = dice
  const daysOff = chance(0.5) ? [] : chance(0.5) ? [6, 7] : [1 + Math.floor(roll() * 7)]
  const schedule: Schedule = {
    timezone: ZONES[n % ZONES.length]!,
    daysOff,
    quietHours: chance(0.6) ? pick(QUIET) : null,
  }
  const player = await server.player(`player${n}`)
  await ok(player.call('updateAccount', { body: schedule }))
  const reminders = REMINDER_HOURS.map((hoursBefore) => ({ hoursBefore, app: true, mail: false }))
  await ok(player.call('setReminders', { body: { reminders, mails: [], digest: null } }))
  const habits = { hours: between(...size.hours), games: 0, nextDecisionAt: now + between(0, 10 * DAY) }
  return { ...player, schedule, vacations: [], ...habits }
}

/** Takes, plans or ends a vacation, or does nothing. */
export async function changeVacations(world: World, person: Person): Promise<void> {
  const { now, counts: happened, running, outages } = world
  const { chance, between } = world.dice
  person.nextDecisionAt = now + between(DAY, 12 * DAY)
  const current = person.vacations.find(({ until }) => until > now)
  if (current) {
    if (!chance(0.5)) return
    await ok(person.call('endVacation', { params: { id: current.id } }))
    if (current.from >= now) person.vacations = person.vacations.filter((each) => each !== current)
    else current.until = now
    happened.endedEarly++
  } else {
    const from = chance(0.5) ? now : now + Math.round(between(HOUR, 5 * DAY))
    const until = from + Math.round(between(DAY + MINUTE, 4 * DAY))
    const body = { until: iso(until), anyway: true, ...(from > now && { from: iso(from) }) }
    const answer = await person.call('takeVacation', { body })
    if (answer.status === 422 && answer.body.code === 'not-enough-vacation') return
    expect(answer.status, JSON.stringify(answer.body)).toBe(201)
    person.vacations.push({ id: answer.body.vacation.id, from, until })
    happened.vacations++
  }
  for (const game of running.values())
    if (game.people[game.turn] === person && !game.claim && game.deadline >= now)
      game.deadline = deadlineOf(game, outages)
}
