import { type Api, type ApiResponse, expectSuccess } from './api.ts'
import type { ReceivedEvent } from './channel.ts'
import { chooseMove } from './choose-move.ts'
import {
  type ClaimBasis,
  findIntendedRepetition,
  findQuietMoves,
  findRepetition,
  withWrongPosition,
} from './find-claim.ts'
import { parseScript, type Script } from './scenarios.ts'

/** A program that plays all its games. It reacts only to events and never polls. */
export interface Player {
  onEvent(event: ReceivedEvent): void
  /** Moves that the server confirmed. */
  acknowledged: { game: number; ply: number; move: string }[]
  /** Games that are over by the events received. */
  finished: ReadonlySet<number>
  /** The running games, for error messages. */
  describe(): string
}

interface GameState {
  game?: any
  script?: Script
  isBusy: boolean
  lastOwnMove?: string
  claimedAtPly?: number
  claims: number
  /** A draw offer whose ground will be claimed after it was declined. */
  offered?: { id: number; basis: ClaimBasis }
}

/** From this ply on players agree to a draw. */
const LONG_GAME_PLIES = 120
const OFFER_INTERVAL_PLIES = 12
/** Earlier there is nothing to claim. */
const FIRST_CLAIM_PLY = 18

export function createPlayer(
  api: Api,
  name: string,
  ruleSets: ReadonlyMap<string, any>,
  fail: (error: unknown) => void,
): Player {
  const games = new Map<number, GameState>()
  const accepted = new Set<number>()
  const finished = new Set<number>()
  const acknowledged: Player['acknowledged'] = []

  const stateOf = (game: number): GameState => {
    const state = games.get(game) ?? { isBusy: false, claims: 0 }
    games.set(game, state)
    return state
  }

  /** Acts on a game until no newer version has arrived meanwhile. */
  async function work(state: GameState): Promise<void> {
    if (state.isBusy || !state.script || !state.game) return
    state.isBusy = true
    for (let version: number | undefined; version !== state.game.version; ) {
      version = state.game.version
      await act(state, state.script)
    }
    state.isBusy = false
  }

  async function act(state: GameState, script: Script): Promise<void> {
    const { game } = state
    const { scenario } = script
    if (game.outcome || game.status === 'cancelled') finished.add(game.id)
    if (game.status !== 'active') return
    const side = game.white.username === name ? 'white' : 'black'
    if (game.drawOffer && game.drawOffer.by !== side) return answerOffer(game, script)
    const params = { id: game.id }
    if (side === 'black' && scenario === 'resignation' && game.ply >= 9)
      return unlessConflict(api.call('resign', { params }))
    if (side === 'black' && scenario === 'cancelled' && game.ply === 1)
      return unlessConflict(api.call('cancelGame', { params }))
    if (await claim(state, script, side)) return
    if (game.turn === side) await move(state, script, side)
  }

  async function answerOffer({ drawOffer, ply }: any, { scenario }: Script): Promise<void> {
    const params = { id: drawOffer.id }
    const accepts =
      !drawOffer.ground && (scenario === 'agreement' ? drawOffer.ply > 12 : ply >= LONG_GAME_PLIES)
    if (accepts) await unlessConflict(api.call('acceptDrawOffer', { params }))
    else await unlessConflict(api.call('declineDrawOffer', { params, body: { reason: 'Not yet.' } }))
  }

  async function move(state: GameState, script: Script, side: 'white' | 'black'): Promise<void> {
    const { game, lastOwnMove } = state
    const legal = await expectSuccess(api.call('getLegalMoves', { params: { id: game.id } }))
    if (legal.ply !== game.ply || legal.moves.length === 0) return
    const ruleSet = ruleSets.get(game.rules)
    const chosen = chooseMove({ ruleSet, script, ply: game.ply, side, legalMoves: legal.moves, lastOwnMove })
    const offers = !game.drawOffer && side === 'white' && offersDrawAt(script, game.ply)
    const body = { move: chosen, ply: game.ply, ...(offers ? { offerDraw: true } : {}) }
    const played = await unlessConflict(api.call('playMove', { params: { id: game.id }, body }))
    if (!played) return
    acknowledged.push({ game: game.id, ply: game.ply + 1, move: chosen })
    state.lastOwnMove = chosen
  }

  /** Claims the draw of the scenario, the first time with a wrong position. @returns whether the turn is used up */
  async function claim(state: GameState, { scenario }: Script, side: 'white' | 'black'): Promise<boolean> {
    const { game } = state
    const { draws } = ruleSets.get(game.rules)
    const isClaimant = side === (scenario === 'intended repetition' ? 'black' : 'white')
    const endsByClaim =
      scenario === 'quiet moves' || scenario === 'repetition' || scenario === 'intended repetition'
    if (!endsByClaim || !isClaimant || !draws.policy) return false
    if (state.offered) {
      if (game.drawOffer) return true
      const { id, basis } = state.offered
      state.offered = undefined
      return file(state, { ...basis, offer: id })
    }
    if (game.turn !== side || state.claimedAtPly === game.ply || game.ply < FIRST_CLAIM_PLY) return false
    const found = await findBasis(game, scenario, draws)
    if (!found) return false
    const basis = found.ground === 'repetition' && state.claims === 0 ? withWrongPosition(found) : found
    if (draws.policy === 'before-moving') return file(state, basis)
    const made = await unlessConflict(api.call('offerDraw', { params: { id: game.id }, body: basis }))
    if (made) state.offered = { id: made.offer.id, basis }
    state.claimedAtPly = game.ply
    return true
  }

  async function findBasis(game: any, scenario: Script['scenario'], draws: any): Promise<ClaimBasis | null> {
    const params = { id: game.id }
    const positions = (await expectSuccess(api.call('listPositions', { params }))).items
    if (positions.at(-1).ply !== game.ply) return null
    if (scenario === 'quiet moves') return findQuietMoves(positions)
    const found =
      scenario === 'intended repetition' && draws.policy === 'before-moving'
        ? findIntendedRepetition(positions, (await expectSuccess(api.call('listMoves', { params }))).items)
        : findRepetition(positions)
    return found && found.positions!.at(-1)! >= draws.earliestPly ? found : null
  }

  async function file(state: GameState, body: object): Promise<boolean> {
    state.claimedAtPly = state.game.ply
    state.claims++
    await unlessConflict(api.call('fileClaim', { params: { id: state.game.id }, body }))
    return true
  }

  async function onChallenge(challenge: any): Promise<void> {
    const script = parseScript(challenge.message)
    if (challenge.game !== null && script) {
      const state = stateOf(challenge.game)
      state.script = script
      await work(state)
    } else if (
      challenge.state === 'open' &&
      challenge.opponent?.username === name &&
      !accepted.has(challenge.id)
    ) {
      accepted.add(challenge.id)
      await expectSuccess(api.call('acceptChallenge', { params: { id: challenge.id } }))
    }
  }

  return {
    acknowledged,
    finished,
    describe: () =>
      [...games]
        .filter(([id]) => !finished.has(id))
        .map(([id, state]) => `${name}: ${id} ${describeState(state)}`)
        .join('\n'),
    onEvent({ type, game, challenge }) {
      if (type === 'challenge') onChallenge(challenge).catch(fail)
      if (type !== 'game') return
      const state = stateOf(game.id)
      if (state.game && state.game.version >= game.version) return
      state.game = game
      work(state).catch(fail)
    },
  }
}

const offersDrawAt = ({ scenario }: Script, ply: number): boolean =>
  scenario === 'agreement'
    ? ply === 4 || ply === 16
    : ply >= LONG_GAME_PLIES && ply % OFFER_INTERVAL_PLIES === 0

/** After a conflict the game has changed, and its event will come. @returns null then, otherwise the body */
async function unlessConflict(call: Promise<ApiResponse>): Promise<any> {
  const response = await call
  return response.status === 409 ? null : expectSuccess(Promise.resolve(response))
}

function describeState({ game, script, isBusy }: GameState): string {
  const known = game && `${game.rules} ${game.status} version ${game.version}, ply ${game.ply}, ${game.turn}`
  return `${script?.scenario} ${known}${isBusy ? ', busy' : ''}`
}
