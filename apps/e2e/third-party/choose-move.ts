import { chance, oneOf } from './chance.ts'
import type { Plan } from './fates.ts'

/** What a player sees when choosing. */
export interface Choice {
  ruleSet: any
  plan: Plan
  ply: number
  side: 'white' | 'black'
  /** The legal moves. */
  moves: string[]
  /** The move this player played last. */
  own: string | undefined
}

const SHUFFLING = new Set<Plan['fate']>(['repetition', 'quiet moves', 'intended repetition'])
/** From here on camps are clear, and going out and back can come to a repetition that counts. */
const HALMA_SHUFFLES_FROM = 92

/** Chooses as the plan wants it: to win, to go out and back, or anything. */
export function chooseMove(choice: Choice): string {
  const { ruleSet, plan, ply, moves } = choice
  if (plan.fate === 'at random') return oneOf(moves, plan.seed, ply)
  return ruleSet.board.kind === 'halma' ? chooseInHalma(choice) : chooseInMill(choice)
}

/** Where a draw comes by itself going out and back would end by repetition, and never by quiet moves. */
const wayBack = ({ ruleSet, plan, own, moves }: Choice): string | undefined => {
  if (plan.fate === 'quiet moves' && ruleSet.draws.quiet === 'automatic') return undefined
  const back = own?.split('-').reverse().join('-')
  return moves.find((move) => move === back)
}

function chooseInMill(choice: Choice): string {
  const { plan, ply, moves } = choice
  const captures = moves.filter((move) => move.includes('x'))
  if (!SHUFFLING.has(plan.fate)) return oneOf(captures.length > 0 ? captures : moves, plan.seed, ply)
  const peaceful = moves.filter((move) => !move.includes('x'))
  return wayBack(choice) ?? oneOf(peaceful.length > 0 ? peaceful : moves, plan.seed, ply)
}

/** Goes where the sum of the squares of what is left shrinks most: nobody is left behind. */
function chooseInHalma(choice: Choice): string {
  const { ruleSet, plan, ply, side, moves } = choice
  if (SHUFFLING.has(plan.fate) && ply >= HALMA_SHUFFLES_FROM) {
    const back = wayBack(choice)
    if (back) return back
  }
  const { points, camps } = ruleSet.board
  const places = new Map<string, { x: number; y: number }>(points.map((point: any) => [point.name, point]))
  const goal = places.get(farthest(camps[side === 'white' ? 'black' : 'white'], camps[side], places))!
  const left = (name: string) => {
    const { x, y } = places.get(name)!
    return (x - goal.x) ** 2 + (y - goal.y) ** 2
  }
  const worth = (move: string) => {
    const [from, to] = move.split('-') as [string, string]
    const entersOwnCamp = camps[side].includes(to) && !camps[side].includes(from)
    return left(from) - left(to) + chance(plan.seed, ply, move) - (entersOwnCamp ? 1000 : 0)
  }
  return moves.reduce((best, move) => (worth(move) > worth(best) ? move : best))
}

/** The corner of a camp: its point that is farthest from the other camp. */
function farthest(camp: string[], other: string[], places: Map<string, { x: number; y: number }>): string {
  const distance = (name: string) =>
    other.reduce((sum, each) => {
      const [a, b] = [places.get(name)!, places.get(each)!]
      return sum + (a.x - b.x) ** 2 + (a.y - b.y) ** 2
    }, 0)
  return camp.reduce((best, name) => (distance(name) > distance(best) ? name : best))
}
