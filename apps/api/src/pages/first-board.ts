import type { Language } from '@tegenzet/contract'
import { decodePosition, type Position, type RuleSet, type Side, startPosition } from '@tegenzet/rules'
import { layoutOf, SIZE, surfaceOf } from '@tegenzet/rules/board'
import * as m from '@tegenzet/texts/messages'
import { escapeHtml } from '../http/escape-html.ts'

/** A button over each point, as the client has them. */
export interface Points {
  language: Language
  /** The side whose stones the reader puts on the board. */
  places?: Side
}

interface Options {
  /** By default the one that a game begins with. */
  position?: Position
  /** Seen from Black's side. */
  flipped?: boolean
  points: Points
}

/** A board in the reader's colours, as HTML. */
export function boardOf(rules: RuleSet, { position, flipped = false, points }: Options): string {
  const { board } = rules
  const layout = layoutOf(board, flipped)
  const { radius, frame } = layout
  const { lines, dots, squares } = surfaceOf(board, layout)
  const grooves =
    lines &&
    `<g stroke="var(--groove)" stroke-linecap="round"><path stroke-width="4.6" d="${lines}"/><path stroke-width="18" d="${dots}"/></g>`
  const checks = squares && `<path fill="var(--square)" opacity=".52" d="${squares}"/>`
  const view = decodePosition(rules, position ?? startPosition(rules))
  const stones = Object.entries(view.stones).map(([point, side]) => {
    const { x, y } = layout.at(point)
    const colour = side === 'white' ? 'bone' : 'slate'
    return `<circle cx="${x}" cy="${y}" r="${radius}" fill="var(--${colour}-2)" stroke="var(--${colour}-edge)"/>`
  })
  const picture = `<svg viewBox="0 0 ${SIZE} ${SIZE}" aria-hidden="true"><rect width="${SIZE}" height="${SIZE}" rx="14" fill="var(--frame-2)"/><rect x="${frame}" y="${frame}" width="${SIZE - 2 * frame}" height="${SIZE - 2 * frame}" fill="var(--wood-2)"/>${grooves}${checks}${stones.join('')}</svg>`

  const { language } = points
  const locale = { locale: language }
  const texts = { white: m.boards_point_white, black: m.boards_point_black }
  const side = points.places && (view.hands?.[points.places] ?? 0) > 0 ? points.places : undefined
  const buttons = board.points.map(({ name }) => {
    const { x, y } = layout.at(name)
    const stone = view.stones[name]
    const text = `${name}, ${(stone ? texts[stone] : m.boards_point_empty)({}, locale)}`
    const placed = side && !stone ? ` data-side="${side}"` : ''
    const percent = (units: number) => `${((units / SIZE) * 100).toFixed(2)}%`
    return `<button type="button" data-point="${name}" aria-label="${escapeHtml(text)}"${placed} style="left:${percent(x)};top:${percent(y)}"></button>`
  })
  const label = escapeHtml(m.game_board_label({ rules: rules.names[language] }, locale))
  return `<fieldset${layout.square ? ' class="square"' : ''}>${picture}<legend class="sr-only">${label}</legend>${buttons.join('')}</fieldset>`
}
