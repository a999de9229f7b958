import type { RuleSetId } from '@tegenzet/rules'
import { expect } from 'vitest'
import { forfeit } from './competition-steps.ts'
import {
  type CompetitionGame,
  type CompetitionWorld,
  call,
  callUnlessBarred,
  isRestricted,
  isRunning,
  isThere,
} from './competition-world.ts'
import { type Matches, type SlowClub, type SlowMatch, type SlowSignUp, slowLineUp } from './slow-matches.ts'
import { DAY, diceOf, iso, ok } from './world.ts'

const RULES: readonly RuleSetId[] = ['merels', 'muehle']

export async function foundClubs({
  people,
  size,
}: Pick<CompetitionWorld, 'people' | 'size'>): Promise<Matches> {
  const found = async (owner: number, name: string): Promise<SlowClub> => {
    const founder = people[owner]!
    const { slug } = (await ok(founder.call('foundClub', { body: { name } }))).body.club
    const members = [founder.id]
    for (const [n, person] of people.entries()) {
      // some belong to both
      if (n === owner || (n % 2 !== owner && n % 5 !== 0)) continue
      await ok(person.call('joinClub', { params: { slug } }))
      members.push(person.id)
    }
    return { slug, members }
  }
  const clubs: Matches['clubs'] = [await found(0, 'Windmills'), await found(1, 'Water mills')]
  return { dice: diceOf(size.seed + 2), clubs, all: [] }
}

const isOver = ({ state }: SlowMatch) => state !== 'proposed' && state !== 'open' && state !== 'running'

/** What organisers and members do at this moment. */
export async function actInMatches(world: CompetitionWorld): Promise<void> {
  const { dice, all } = world.matches
  const match = all.at(-1)
  if (!match || isOver(match)) {
    if (dice.chance(0.5)) await propose(world)
  } else if (world.now >= match.closesAt) {
    return
  } else if (match.state === 'proposed') {
    await answer(world, match)
  } else if (match.state === 'open') {
    for (const club of [0, 1] as const)
      for (const player of match.clubs[club].members) await signUp(world, match, { player, club })
  }
}

async function propose(world: CompetitionWorld): Promise<void> {
  const { dice, clubs, all } = world.matches
  const pair: SlowMatch['clubs'] = dice.chance(0.5) ? clubs : [clubs[1], clubs[0]]
  const owner = pair[0].members[0]!
  if (!isThere(world, owner)) return
  const terms = {
    rules: dice.pick(RULES),
    boards: 1 + Math.floor(dice.between(0, 4)),
    gamesPerBoard: dice.pick([1, 2] as const),
  }
  const closesAt = world.now + Math.round(dice.between(4, 12)) * DAY
  const body = {
    club: pair[0].slug,
    opponent: pair[1].slug,
    ...terms,
    lineupsCloseAt: iso(closesAt),
    clock: { kind: 'per-move', days: dice.pick([2, 3]) },
    rated: true,
    vacation: dice.chance(0.5),
    provenDraws: dice.chance(1 / 3),
  }
  const { id } = (await ok(call(world, world.persons.get(owner)!, 'proposeMatch', { body }))).body.match
  const { boards: most, ...others } = terms
  all.push({
    id,
    ...others,
    most,
    closesAt,
    clubs: pair,
    state: 'proposed',
    startedAt: Number.NaN,
    signedUp: [],
    boards: [],
  })
}

async function answer(world: CompetitionWorld, match: SlowMatch): Promise<void> {
  const { chance, roll } = world.matches.dice
  const owner = match.clubs[1].members[0]!
  if (!isThere(world, owner) || !chance(0.5)) return
  const accepts = roll() < 0.8
  const operation = accepts ? 'acceptMatch' : 'declineMatch'
  await ok(call(world, world.persons.get(owner)!, operation, { params: { id: match.id } }))
  match.state = accepts ? 'open' : 'declined'
}

async function signUp(world: CompetitionWorld, match: SlowMatch, wish: SlowSignUp): Promise<void> {
  const { matches, persons, happened } = world
  const { player, club } = wish
  const params = { id: match.id }
  const before = match.signedUp.find((each) => each.player === player)
  if (!isThere(world, player)) return
  if (before?.club === club && matches.dice.chance(0.1)) {
    await ok(call(world, persons.get(player)!, 'withdrawFromMatch', { params }))
    match.signedUp = match.signedUp.filter((each) => each !== before)
  } else if (before?.club !== club && matches.dice.chance(0.3)) {
    const body = { club: match.clubs[club].slug }
    const request = { params, body }
    if (!before) {
      if (!(await callUnlessBarred(world, persons.get(player)!, 'signUpForMatch', request))) return
      match.signedUp.push(wish)
      happened.signUps++
    } else if (!isRestricted(world, player)) {
      const answer = await call(world, persons.get(player)!, 'signUpForMatch', request)
      expect(answer.body.code).toBe('already-entered')
    }
  }
}

/** Takes the steps of clubs and matches that are due, in the order of the server. */
export function takeMatchSteps(world: CompetitionWorld, ratings: ReadonlyMap<string, number>): void {
  const { matches, closed, now } = world
  for (const player of closed)
    for (const club of matches.clubs) {
      if (!club.members.includes(player)) continue
      club.members = club.members.filter((each) => each !== player)
      for (const match of matches.all)
        if (match.state === 'open')
          match.signedUp = match.signedUp.filter(
            (each) => each.player !== player || match.clubs[each.club] !== club,
          )
    }
  for (const match of matches.all) {
    if (match.state === 'running') endForfeited(world, match)
    if ((match.state === 'proposed' || match.state === 'open') && match.closesAt <= now)
      closeLineUps(world, match, ratings)
    if (match.state !== 'running' || match.startedAt === now) continue
    if (gamesOf(world, match).some(isRunning)) continue
    match.state = 'finished'
    world.happened.matches++
  }
}

function endForfeited(world: CompetitionWorld, match: SlowMatch): void {
  const closed = [...world.closed].sort((a, b) => a - b)
  for (const player of closed)
    for (const game of gamesOf(world, match))
      if (isRunning(game) && [game.white, game.black].includes(player)) forfeit(world, game, player)
}

function closeLineUps(world: CompetitionWorld, match: SlowMatch, ratings: ReadonlyMap<string, number>): void {
  const { happened, now, closed } = world
  if (match.state === 'proposed') {
    match.state = 'declined'
    return
  }
  const able = match.signedUp.filter(({ player }) => !closed.has(player) && !isRestricted(world, player))
  happened.skipped += match.signedUp.length - able.length
  match.boards = slowLineUp(able, match.most, (player) => ratings.get(`${player} ${match.rules}`))
  match.state = match.boards.length === 0 ? 'cancelled' : 'running'
  match.startedAt = now
  happened.boards += match.boards.length
}

export const gamesOf = ({ games }: CompetitionWorld, { id }: SlowMatch): CompetitionGame[] =>
  [...games.values()].filter((game) => game.match === id)
