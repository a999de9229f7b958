import type { Scenario, Script } from './scenarios.ts'
import { pickSeeded, seededRandom } from './seeded-random.ts'

export interface Choice {
  ruleSet: any
  script: Script
  ply: number
  side: 'white' | 'black'
  legalMoves: string[]
  /** The last move of this player. */
  lastOwnMove: string | undefined
}

/** Scenarios that need players to move back and forth. */
const SHUFFLING = new Set<Scenario>(['repetition', 'quiet moves', 'intended repetition'])
/** From this ply on the camps in Halma are clear, and a repetition can be claimed. */
const HALMA_SHUFFLES_FROM = 92

/** Chooses a move by the scenario: to win, to move back and forth, or at random. */
export function chooseMove(choice: Choice): string {
  const { ruleSet, script, ply, legalMoves } = choice
  if (script.scenario === 'at random') return pickSeeded(legalMoves, script.seed, ply)
  return ruleSet.board.kind === 'halma' ? chooseHalmaMove(choice) : chooseMillMove(choice)
}

/** Where draws are automatic, moving back would end the game by repetition before there are enough quiet moves. */
const moveBack = ({ ruleSet, script, lastOwnMove, legalMoves }: Choice): string | undefined => {
  if (script.scenario === 'quiet moves' && ruleSet.draws.quiet === 'automatic') return undefined
  const back = lastOwnMove?.split('-').reverse().join('-')
  return legalMoves.find((move) => move === back)
}

function chooseMillMove(choice: Choice): string {
  const { script, ply, legalMoves } = choice
  const pickFrom = (preferred: string[]) =>
    pickSeeded(preferred.length > 0 ? preferred : legalMoves, script.seed, ply)
  if (!SHUFFLING.has(script.scenario)) return pickFrom(legalMoves.filter((move) => move.includes('x')))
  return moveBack(choice) ?? pickFrom(legalMoves.filter((move) => !move.includes('x')))
}

/** Prefers the move that most reduces the sum of squared distances to the goal, so that no stone stays behind. */
function chooseHalmaMove(choice: Choice): string {
  const { ruleSet, script, ply, side, legalMoves } = choice
  if (SHUFFLING.has(script.scenario) && ply >= HALMA_SHUFFLES_FROM) {
    const back = moveBack(choice)
    if (back) return back
  }
  const { points, camps } = ruleSet.board
  const coordinates: Coordinates = new Map(points.map((point: any) => [point.name, point]))
  const goal = coordinates.get(
    farthest(camps[side === 'white' ? 'black' : 'white'], camps[side], coordinates),
  )!
  const distance = (name: string) => {
    const { x, y } = coordinates.get(name)!
    return (x - goal.x) ** 2 + (y - goal.y) ** 2
  }
  const score = (move: string) => {
    const [from, to] = move.split('-') as [string, string]
    const entersOwnCamp = camps[side].includes(to) && !camps[side].includes(from)
    return distance(from) - distance(to) + seededRandom(script.seed, ply, move) - (entersOwnCamp ? 1000 : 0)
  }
  return legalMoves.reduce((best, move) => (score(move) > score(best) ? move : best))
}

type Coordinates = Map<string, { x: number; y: number }>

/** The point of a camp that is farthest from the other camp. */
function farthest(camp: string[], otherCamp: string[], coordinates: Coordinates): string {
  const distance = (name: string) =>
    otherCamp.reduce((sum, other) => {
      const [a, b] = [coordinates.get(name)!, coordinates.get(other)!]
      return sum + (a.x - b.x) ** 2 + (a.y - b.y) ** 2
    }, 0)
  return camp.reduce((best, name) => (distance(name) > distance(best) ? name : best))
}
