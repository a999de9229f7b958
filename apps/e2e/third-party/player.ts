import { type Answer, type Api, good } from './api.ts'
import type { Told } from './channel.ts'
import { chooseMove } from './choose-move.ts'
import { type Plan, readPlan } from './fates.ts'
import { type Basis, findIntended, findQuiet, findRepetition, spoilt } from './find-claim.ts'

/** A program that plays all of its games by what it is told, and looks at nothing by itself. */
export interface Player {
  hear(event: Told): void
  /** Moves that the server said were played. */
  acknowledged: { game: number; ply: number; move: string }[]
  /** Games that are over, as far as it was told. */
  finished: ReadonlySet<number>
  /** What it knows of the games that are not over. */
  describe(): string
}

interface Playing {
  game?: any
  plan?: Plan
  isAtWork: boolean
  own?: string
  /** The ply it last claimed at, and how often it did. */
  claimedAt?: number
  claims: number
  /** An offer whose ground is to be claimed once it is declined. */
  offered?: { id: number; basis: Basis }
}

/** Plies after which nobody tries to win any more. */
const LONG = 120
const OFFER_EVERY = 12

export function openPlayer(
  api: Api,
  name: string,
  ruleSets: ReadonlyMap<string, any>,
  fail: (error: unknown) => void,
): Player {
  const playing = new Map<number, Playing>()
  const accepted = new Set<number>()
  const finished = new Set<number>()
  const acknowledged: Player['acknowledged'] = []

  const stateOf = (game: number): Playing => {
    const state = playing.get(game) ?? { isAtWork: false, claims: 0 }
    playing.set(game, state)
    return state
  }

  /** Acts on a game until nothing newer was told meanwhile. */
  async function work(state: Playing): Promise<void> {
    if (state.isAtWork || !state.plan || !state.game) return
    state.isAtWork = true
    for (let version: number | undefined; version !== state.game.version; ) {
      version = state.game.version
      await act(state, state.plan)
    }
    state.isAtWork = false
  }

  async function act(state: Playing, plan: Plan): Promise<void> {
    const { game } = state
    if (game.outcome || game.status === 'cancelled') finished.add(game.id)
    if (game.status !== 'active') return
    const side = game.white.username === name ? 'white' : 'black'
    if (game.drawOffer && game.drawOffer.by !== side) return answerOffer(game, plan)
    const params = { id: game.id }
    if (side === 'black' && plan.fate === 'resignation' && game.ply >= 9)
      return take(api.call('resign', { params }))
    if (side === 'black' && plan.fate === 'cancelled' && game.ply === 1)
      return take(api.call('cancelGame', { params }))
    if (await claim(state, plan, side)) return
    if (game.turn === side) await move(state, plan, side)
  }

  /** A conflict means that the game has gone on: of that it is told. */
  async function take(answering: Promise<Answer>): Promise<any> {
    const { status, body } = await answering
    if (status === 409) return null
    return good(Promise.resolve({ status, body } as Answer))
  }

  async function answerOffer({ drawOffer, ply }: any, { fate }: Plan): Promise<void> {
    const params = { id: drawOffer.id }
    const isWelcome = !drawOffer.ground && (fate === 'agreement' ? drawOffer.ply > 12 : ply >= LONG)
    if (isWelcome) await take(api.call('acceptDrawOffer', { params }))
    else await take(api.call('declineDrawOffer', { params, body: { reason: 'Not yet.' } }))
  }

  async function move(state: Playing, plan: Plan, side: 'white' | 'black'): Promise<void> {
    const { game } = state
    const legal = await good(api.call('getLegalMoves', { params: { id: game.id } }))
    if (legal.ply !== game.ply || legal.moves.length === 0) return
    const ruleSet = ruleSets.get(game.rules)
    const chosen = chooseMove({ ruleSet, plan, ply: game.ply, side, moves: legal.moves, own: state.own })
    const offers = !game.drawOffer && side === 'white' && offersNow(plan, game.ply)
    const body = { move: chosen, ply: game.ply, ...(offers ? { offerDraw: true } : {}) }
    const answer = await take(api.call('playMove', { params: { id: game.id }, body }))
    if (!answer) return
    acknowledged.push({ game: game.id, ply: game.ply + 1, move: chosen })
    state.own = chosen
  }

  const offersNow = ({ fate }: Plan, ply: number): boolean =>
    fate === 'agreement' ? ply === 4 || ply === 16 : ply >= LONG && ply % OFFER_EVERY === 0

  /** Claims the draw it was to come to, once wrongly before. @returns whether there is nothing to play now */
  async function claim(state: Playing, { fate }: Plan, side: 'white' | 'black'): Promise<boolean> {
    const { game } = state
    const { draws } = ruleSets.get(game.rules)
    const isClaimant = side === (fate === 'intended repetition' ? 'black' : 'white')
    const claims = fate === 'quiet moves' || fate === 'repetition' || fate === 'intended repetition'
    if (!claims || !isClaimant || !draws.policy) return false
    const params = { id: game.id }
    if (state.offered) {
      if (game.drawOffer) return true
      const { id, basis } = state.offered
      state.offered = undefined
      return file(state, params, { ...basis, offer: id })
    }
    if (game.turn !== side || state.claimedAt === game.ply || game.ply < 18) return false
    const positions = (await good(api.call('listPositions', { params }))).items
    if (positions.at(-1).ply !== game.ply) return false
    const isBeforeMoving = draws.policy === 'before-moving'
    const found =
      fate === 'quiet moves'
        ? findQuiet(positions)
        : fate === 'intended repetition' && isBeforeMoving
          ? findIntended(positions, (await good(api.call('listMoves', { params }))).items)
          : findRepetition(positions)
    const last = found?.positions?.at(-1)
    if (!found || (last !== undefined && last < draws.earliestPly)) return false
    const basis = found.ground === 'repetition' && state.claims === 0 ? spoilt(found) : found
    if (isBeforeMoving) return file(state, params, basis)
    const answer = await take(api.call('offerDraw', { params, body: basis }))
    if (answer) state.offered = { id: answer.offer.id, basis }
    state.claimedAt = game.ply
    return true
  }

  async function file(state: Playing, params: { id: number }, body: object): Promise<boolean> {
    state.claimedAt = state.game.ply
    state.claims++
    await take(api.call('fileClaim', { params, body }))
    return true
  }

  async function answerChallenge(challenge: any): Promise<void> {
    const plan = readPlan(challenge.message)
    if (challenge.game !== null && plan) {
      const state = stateOf(challenge.game)
      state.plan = plan
      await work(state)
    } else if (
      challenge.state === 'open' &&
      challenge.opponent?.username === name &&
      !accepted.has(challenge.id)
    ) {
      accepted.add(challenge.id)
      await good(api.call('acceptChallenge', { params: { id: challenge.id } }))
    }
  }

  return {
    acknowledged,
    finished,
    describe: () =>
      [...playing]
        .filter(([id]) => !finished.has(id))
        .map(([id, { game, plan, isAtWork }]) => {
          const known =
            game && `${game.rules} ${game.status} version ${game.version}, ply ${game.ply}, ${game.turn}`
          return `${name}: ${id} ${plan?.fate} ${known}${isAtWork ? ', at work' : ''}`
        })
        .join('\n'),
    hear({ type, game, challenge }) {
      if (type === 'challenge') answerChallenge(challenge).catch(fail)
      if (type !== 'game') return
      const state = stateOf(game.id)
      if (state.game && state.game.version >= game.version) return
      state.game = game
      work(state).catch(fail)
    },
  }
}
