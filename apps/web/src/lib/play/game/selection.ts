import {
  type DecodedMove,
  decodeMove,
  legalMoves,
  type Move,
  onwardFrom,
  type Position,
  type RuleSet,
  routeOf,
} from '@tegenzet/rules'

/** The legal moves of a position, and the paths along which stones jump. */
export interface Choices {
  moves: readonly (DecodedMove & { move: Move })[]
  /** The squares on the way of a stone, both ends included; null in games where it goes straight there. */
  route: (from: string, to: string) => string[] | null
  /** Where a stone that has jumped along `path` can jump next. Empty after a step and in games without jumps. */
  jumps: (from: string, path: readonly string[]) => string[]
}

/** The part of a move that the player has picked so far. */
export interface Selection {
  /** The stone to move; null if none is picked yet, or if the stone comes from the hand. */
  from: string | null
  /** The squares the stone goes to, one by one; it stays on the last one. */
  path: readonly string[]
  /** The stone to capture: null for none, undefined while undecided. */
  captured?: string | null
}

export const EMPTY_SELECTION: Selection = { from: null, path: [] }

export function choicesOf(rules: RuleSet, position: Position): Choices {
  const moves = legalMoves(rules, position).map((move) => ({ move, ...decodeMove(rules, move) }))
  return {
    moves,
    route: (from, to) => routeOf(rules, position, from, to),
    jumps: (from, path) => onwardFrom(rules, position, from, path),
  }
}

export const destinationOf = (selection: Selection): string | null => selection.path.at(-1) ?? null

/** The legal moves that match the selection so far. */
function matchingMoves({ moves }: Choices, selection: Selection): Choices['moves'] {
  const to = destinationOf(selection)
  return moves.filter(
    (move) =>
      move.from === selection.from &&
      (to === null || move.to === to) &&
      (selection.captured === undefined || move.captured === selection.captured),
  )
}

/** The selected move in notation; null while something is still to be picked. */
export function moveOf(choices: Choices, selection: Selection): Move | null {
  if (destinationOf(selection) === null) return null
  const [only, ...others] = matchingMoves(choices, selection)
  // A capture is always picked by the player, even if only one stone can be captured.
  if (!only || others.length > 0 || (only.captured !== null && selection.captured === undefined)) return null
  return only.move
}

/** The stones that can be captured once the moved stone has reached its destination. */
export function capturable(choices: Choices, selection: Selection): Set<string> {
  if (destinationOf(selection) === null) return new Set()
  const moves = matchingMoves(choices, { ...selection, captured: undefined })
  return new Set(moves.flatMap((move) => move.captured ?? []))
}

/** Whether the move closes a mill and the capture is still undecided. */
export const mustCapture = (choices: Choices, selection: Selection): boolean =>
  selection.captured === undefined && capturable(choices, selection).size > 0

/** Whether the rules allow the player to capture nothing. */
export const mayCaptureNothing = (choices: Choices, selection: Selection): boolean =>
  mustCapture(choices, selection) && matchingMoves(choices, selection).some((move) => move.captured === null)

export const captureNothing = (selection: Selection): Selection => ({ ...selection, captured: null })

/** The stones that can move. */
export const movable = ({ moves }: Choices): Set<string> => new Set(moves.flatMap((move) => move.from ?? []))

/** Where the picked stone, or one from the hand, can go; after a jump, where it can jump next. */
export function targets(choices: Choices, selection: Selection): Set<string> {
  const { from, path } = selection
  if (from !== null && path.length > 0) return new Set(choices.jumps(from, path))
  return new Set(matchingMoves(choices, { from, path: [] }).map((move) => move.to))
}

/** The selection after a click or tap on a point; the same object if the point cannot be picked. */
export function pick(choices: Choices, selection: Selection, point: string): Selection {
  const { from, path } = selection
  if (capturable(choices, selection).has(point)) return { ...selection, captured: point }
  if (from !== null && choices.jumps(from, path).includes(point)) return { from, path: [...path, point] }
  if (choices.moves.some((move) => move.from === from && move.to === point))
    return { from, path: pathTo(choices, from, point) }
  if (point === from) return EMPTY_SELECTION
  return movable(choices).has(point) ? { from: point, path: [] } : selection
}

const pathTo = (choices: Choices, from: string | null, to: string): string[] =>
  (from !== null && choices.route(from, to)?.slice(1)) || [to]

/** The selection of a whole move. */
export function selectionOf(choices: Choices, { from, to, captured }: DecodedMove): Selection {
  const moved: Selection = { from, path: pathTo(choices, from, to) }
  return mustCapture(choices, moved) ? { ...moved, captured } : moved
}

/** The selection without its last step. */
export function undo(choices: Choices, selection: Selection): Selection {
  const { from, path } = selection
  if (selection.captured !== undefined) return { from, path }
  if (path.length > 1) {
    const shorter = { from, path: path.slice(0, -1) }
    return matchingMoves(choices, shorter).length > 0 ? shorter : { from, path: [] }
  }
  return path.length > 0 && from !== null ? { from, path: [] } : EMPTY_SELECTION
}
