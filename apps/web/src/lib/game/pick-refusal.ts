import { byFamily, type DecodedPosition, opponent, type RuleSet } from '@tegenzet/rules'
import { type Choices, capturable, destinationOf, pick, type Selection } from './selection.ts'

/** Why a point cannot be picked. */
export const PICK_REFUSALS = [
  'in-mill',
  'take-theirs',
  'occupied',
  'hand-first',
  'not-yours',
  'blocked',
  'pick-own',
  'not-adjacent',
  'no-flying',
  'nothing-to-jump',
  'out-of-reach',
] as const
export type PickRefusal = (typeof PICK_REFUSALS)[number]

/**
 * The one reason why a point cannot be picked next; null if it can.
 * @param view the position the move begins in
 */
export function pickRefusal(
  rules: RuleSet,
  view: DecodedPosition,
  choices: Choices,
  selection: Selection,
  point: string,
): PickRefusal | null {
  if (pick(choices, selection, point) !== selection) return null
  const { stones, side } = view
  const { from } = selection
  const closesMill = capturable(choices, selection).size > 0
  const mustTake = closesMill && selection.captured === undefined
  if (stones[point] === opponent(side))
    return closesMill ? 'in-mill' : from === null && !view.hands?.[side] ? 'not-yours' : 'occupied'
  if (mustTake) return 'take-theirs'
  if (stones[point] === side) return view.hands?.[side] ? 'hand-first' : 'blocked'
  if (from === null) return 'pick-own'
  return byFamily<PickRefusal>(rules, {
    mill: ({ flying }) => {
      const left = Object.values(stones).filter((owner) => owner === side).length
      return left === 3 && !flying ? 'no-flying' : 'not-adjacent'
    },
    halma: (rules) => {
      const [first] = selection.path
      const hasStepped = first !== undefined && !pointBetween(rules, from, first)
      const between = pointBetween(rules, destinationOf(selection) ?? from, point)
      return between && !stones[between] && !hasStepped ? 'nothing-to-jump' : 'out-of-reach'
    },
  })
}

/** The square that a jump between two squares goes over; undefined if no jump leads from one to the other. */
function pointBetween({ board }: RuleSet, from: string, to: string): string | undefined {
  const [a, b] = [from, to].map((name) => board.points.find((point) => point.name === name)!)
  const [x, y] = [(a!.x + b!.x) / 2, (a!.y + b!.y) / 2]
  if (Math.max(Math.abs(x - a!.x), Math.abs(y - a!.y)) !== 1) return undefined
  return board.points.find((point) => point.x === x && point.y === y)?.name
}
