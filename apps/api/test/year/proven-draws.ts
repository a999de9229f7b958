import { legalMoves, opponent, ruleSet, type Side, stonesOn } from '@tegenzet/rules'
import { expect } from 'vitest'
import { claimProvenDraw } from './claim-proven-draw.ts'
import { expectSame } from './compare.ts'
import { updateClock } from './slow-clocks.ts'
import { endGame, isCovered, newTurn, planEnd, play } from './turns.ts'
import { describeState, ok, type SimulatedGame, type World } from './world.ts'

/** The player to move, or now and then the opponent, claims a proven draw, rightly or wrongly, or offers it first. */
export async function proveDraw(world: World, game: SimulatedGame): Promise<void> {
  const { now, outages, dice, counts } = world
  const by = dice.chance(0.8) ? game.turn : opponent(game.turn)
  const ending = endingOf(game, by)
  const needsOffer = ruleSet(game.rules).draws.policy === 'after-declined-offer'
  const isFounded = game.proofs.declined.has(ending)
  if (needsOffer && isCovered(game) && !isFounded && dice.chance(0.8)) return offerDraw(world, game, by)
  const isAllowed = isCovered(game) && (needsOffer ? isFounded : by === game.turn)
  const { deadline } = game
  const answer = await claimProvenDraw(world, game, by, game.people[by])
  const { status, body } = answer
  const context = describeState(world, game, answer)
  expect(status, context).toBe(isAllowed && !game.proofs.claimed.has(ending) ? 201 : 422)
  if (status === 422) {
    counts.provenRefused++
    return planEnd(world, game)
  }
  game.proofs.claimed.add(ending)
  if (body.claim.state === 'upheld') {
    expect(body.game.outcome, context).toEqual({ winner: null, reason: 'proven-draw' })
    counts.provenDraws++
    return endGame(world, game, body.game)
  }
  counts.notDrawn++
  updateClock(game, now, outages)
  newTurn(world, game)
  expect(game.deadline, context).toBe(deadline)
  expectSame(world, game, body.game)
}

/** A side and as many stones of each colour. */
const endingOf = ({ rules, position }: SimulatedGame, by: Side): string =>
  `${by} ${stonesOn(ruleSet(rules), position)}`

/** Offers a proven draw, which the opponent declines, if it is their turn by playing on. */
async function offerDraw(world: World, game: SimulatedGame, by: Side): Promise<void> {
  const { now, outages, dice, counts } = world
  const params = { id: game.id }
  const body = { ground: 'proven-draw', position: game.ply }
  const offered = await ok(game.people[by].call('offerDraw', { params, body }))
  game.proofs.declined.add(endingOf(game, by))
  counts.provenOffers++
  if (by !== game.turn) {
    const move = dice.pick(legalMoves(ruleSet(game.rules), game.position))
    return play(world, game, move)
  }
  const answer = { params: { id: offered.body.offer.id } }
  const declined = await ok(game.people[opponent(by)].call('declineDrawOffer', answer))
  updateClock(game, now, outages)
  newTurn(world, game)
  expectSame(world, game, declined.body.game)
}
