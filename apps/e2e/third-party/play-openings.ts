import { type Api, expectSuccess } from './api.ts'
import { pickSeeded, seededRandom } from './seeded-random.ts'

export interface Opponents {
  white: { api: Api; name: string }
  black: { api: Api; name: string }
}

/** A game that was given up after some moves. */
export interface PlayedGame {
  id: number
  moves: string[]
  winner: 'white' | 'black'
}

const CLOCK = { kind: 'per-move', days: 3 }
/** The first moves are chosen from so many, so that games share positions. */
const CHOICE = 3
const MIN_PLIES = 4
const MORE_PLIES = 6

export async function beginGame({ white, black }: Opponents, rules: string): Promise<any> {
  const body = { rules, opponent: black.name, colour: 'white', clock: CLOCK }
  const { id } = await expectSuccess(white.api.call('createChallenge', { body }))
  return (await expectSuccess(black.api.call('acceptChallenge', { params: { id }, body: {} }))).game
}

/** Plays games by the legal moves that the server lists, until one side gives up. */
export async function playOpenings(
  opponents: Opponents,
  { rules, games, seed }: { rules: string; games: number; seed: number },
): Promise<PlayedGame[]> {
  const played: PlayedGame[] = []
  for (let n = 0; n < games; n++) {
    const { id } = await beginGame(opponents, rules)
    const params = { id }
    const moves: string[] = []
    const plies = MIN_PLIES + Math.floor(seededRandom(seed, n) * MORE_PLIES)
    for (let ply = 0; ply < plies; ply++) {
      const { api } = ply % 2 === 0 ? opponents.white : opponents.black
      const legal = await expectSuccess(api.call('getLegalMoves', { params }))
      const move = pickSeeded<string>(legal.moves.slice(0, CHOICE), seed, n, ply)
      await expectSuccess(api.call('playMove', { params, body: { move, ply } }))
      moves.push(move)
    }
    const loser = seededRandom(seed, n, 'loser') < 0.5 ? ('white' as const) : ('black' as const)
    await expectSuccess(opponents[loser].api.call('resign', { params }))
    played.push({ id, moves, winner: loser === 'white' ? 'black' : 'white' })
  }
  return played
}
