import { jumpPath, jumpTargets, legalMoves, type MoveView, type RuleSet, readMove } from '@tegenzet/rules'

/** What may be done in a position: every legal move with its points, and the ways stones hop. */
export interface Choices {
  moves: readonly (MoveView & { move: string })[]
  /** The squares a stone comes to on its way, the last one included. */
  route: (from: string, to: string) => string[]
  /** Where a stone that has hopped along `path` may hop next; none after a step, or where stones do not hop. */
  hops: (from: string, path: readonly string[]) => string[]
}

/** What a player has picked so far. It becomes a move when no question is left. */
export interface Selection {
  /** The stone to be moved; null for none yet, or one from the hand. */
  from: string | null
  /** Where it goes, square by square; the last one is where it stays. */
  path: readonly string[]
  /** The stone to be taken; null for none, undefined while that is open. */
  captured?: string | null
}

export const NOTHING: Selection = { from: null, path: [] }

export function choicesOf(rules: RuleSet, position: string): Choices {
  const moves = legalMoves(rules, position).map((move) => ({ move, ...readMove(rules, move) }))
  const places = new Map(rules.board.points.map((point) => [point.name, point]))
  const isStep = (from: string, to: string): boolean => {
    const [a, b] = [places.get(from), places.get(to)]
    return !a || !b || Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y)) === 1
  }
  return {
    moves,
    route: (from, to) => (rules.family === 'halma' ? jumpPath(rules, position, from, to).slice(1) : [to]),
    hops: (from, path) =>
      rules.family !== 'halma' || path.length === 0 || isStep(from, path[0] as string)
        ? []
        : jumpTargets(rules, position, from, path).filter((point) => point !== from),
  }
}

export const endOf = (selection: Selection): string | null => selection.path.at(-1) ?? null

/** The legal moves that still agree with what has been picked. */
function agreeing({ moves }: Choices, selection: Selection): Choices['moves'] {
  const to = endOf(selection)
  return moves.filter(
    (move) =>
      move.from === selection.from &&
      (to === null || move.to === to) &&
      (selection.captured === undefined || move.captured === selection.captured),
  )
}

/** The move picked, once no question is left. */
export function moveOf(choices: Choices, selection: Selection): string | null {
  if (endOf(selection) === null) return null
  const [only, ...others] = agreeing(choices, selection)
  // A stone to be taken is always picked, even where there is only one: nothing is taken unseen.
  if (!only || others.length > 0 || (only.captured !== null && selection.captured === undefined)) return null
  return only.move
}

/** The stones of which one may be taken, once the stone has been moved, whichever has been picked. */
export function takeable(choices: Choices, selection: Selection): Set<string> {
  if (endOf(selection) === null) return new Set()
  const moves = agreeing(choices, { ...selection, captured: undefined })
  return new Set(moves.flatMap((move) => move.captured ?? []))
}

/** A mill is closed, and whether and what to take is still open. */
export const mustTake = (choices: Choices, selection: Selection): boolean =>
  selection.captured === undefined && takeable(choices, selection).size > 0

/** Taking may be left. */
export const mayTakeNothing = (choices: Choices, selection: Selection): boolean =>
  mustTake(choices, selection) && agreeing(choices, selection).some((move) => move.captured === null)

export const takeNothing = (selection: Selection): Selection => ({ ...selection, captured: null })

/** Stones that may be moved. */
export const movable = ({ moves }: Choices): Set<string> => new Set(moves.flatMap((move) => move.from ?? []))

/** Where the picked stone, or one from the hand, may go; once it has gone somewhere, where it may hop on to. */
export function targets(choices: Choices, selection: Selection): Set<string> {
  const { from, path } = selection
  if (from !== null && path.length > 0) return new Set(choices.hops(from, path))
  return new Set(agreeing(choices, { from, path: [] }).map((move) => move.to))
}

/** What is picked after a click or tap on a point. */
export function pick(choices: Choices, selection: Selection, point: string): Selection {
  const { from, path } = selection
  if (takeable(choices, selection).has(point)) return { ...selection, captured: point }
  if (from !== null && choices.hops(from, path).includes(point)) return { from, path: [...path, point] }
  if (choices.moves.some((move) => move.from === from && move.to === point))
    return { from, path: from === null ? [point] : choices.route(from, point) }
  if (point !== from && movable(choices).has(point)) return { from: point, path: [] }
  // Anywhere else: what is only half picked is put back; a move that is shown stays until it is undone.
  return path.length > 0 && point !== from ? selection : NOTHING
}

/** All that is picked for a move. */
export function selectionOf(choices: Choices, { from, to, captured }: MoveView): Selection {
  const moved: Selection = { from, path: from === null ? [to] : choices.route(from, to) }
  return mustTake(choices, moved) ? { ...moved, captured } : moved
}

/** Takes back the last thing picked. */
export function undo(choices: Choices, selection: Selection): Selection {
  const { from, path } = selection
  if (selection.captured !== undefined) return { from, path }
  if (path.length > 1) {
    const shorter = { from, path: path.slice(0, -1) }
    return agreeing(choices, shorter).length > 0 ? shorter : { from, path: [] }
  }
  return path.length > 0 && from !== null ? { from, path: [] } : NOTHING
}
