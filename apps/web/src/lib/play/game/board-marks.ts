import {
  decodeMove,
  type Move,
  type Position,
  type RuleSet,
  routeOf,
  type Side,
  type Stones,
} from '@tegenzet/rules'
import type { Marks } from '$lib/boards/marks.ts'
import { playingOf } from '$lib/families/playing-of.ts'
import {
  type Choices,
  capturable,
  destinationOf,
  movable,
  mustCapture,
  type Selection,
  targets,
} from './selection.ts'

/** What is marked after a move: the move itself, the rows it completed and the way it jumped. */
export function playedMoveMarks(rules: RuleSet, before: Position, move: Move, stones: Stones): Marks {
  const { from, to, captured } = decodeMove(rules, move)
  return {
    move: { from, to, captured },
    ...rowMarks(rules, stones, to),
    path: (from !== null && routeOf(rules, before, from, to)) || undefined,
  }
}

/** What is marked while a move is drafted. Until the stone is on its destination, the last move stays marked. */
export function draftMarks(
  rules: RuleSet,
  choices: Choices,
  selection: Selection,
  stones: Stones,
  side: Side,
  last: Marks,
): Marks {
  const { from, path, captured } = selection
  const to = destinationOf(selection)
  const pickable = {
    ghost: side,
    movable: movable(choices),
    selected: to === null ? from : null,
    targets: from === null ? undefined : targets(choices, selection),
    placements:
      from === null
        ? new Set(choices.moves.filter((move) => move.from === null).map((move) => move.to))
        : undefined,
    capturable: mustCapture(choices, selection) ? capturable(choices, selection) : undefined,
  }
  if (to === null) return { ...last, ...pickable, path: from === null ? last.path : undefined }
  return {
    ...pickable,
    draft: true,
    move: { from, to, captured: captured ?? null },
    ...rowMarks(rules, stones, to),
    path: from !== null && choices.route(from, to) ? [from, ...path] : undefined,
  }
}

/** The rows on the board, and those of them that the stone on a point has completed. */
function rowMarks(rules: RuleSet, stones: Stones, point: string): Pick<Marks, 'mills' | 'standing'> {
  const standing = playingOf(rules).rows(stones)
  return { standing, mills: standing.filter((row) => row.includes(point)) }
}
