import type { Language } from '@tegenzet/contract'
import {
  byFamily,
  decodePosition,
  type Position,
  type RuleSet,
  type Side,
  startPosition,
} from '@tegenzet/rules'
import * as m from '@tegenzet/texts/messages'
import { escapeHtml } from '../http/escape-html.ts'

/** The boards as the client lays them out (apps/web/src/lib/boards/layout.ts). */
const SIZE = 640
const LAYOUTS = {
  mill: { width: 492, radius: 30, frame: 34, class: '' },
  halma: { width: 522, radius: 21.5, frame: 30, class: ' class="square"' },
} as const
/** The largest radius of a stone, as a share of the distance between neighbouring points. */
const MAX_RADIUS = 0.38

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
  /** By default the board is only a picture. */
  points?: Points
}

/** A board in the reader's colours, as HTML. */
export function boardOf(rules: RuleSet, { position, flipped = false, points }: Options = {}): string {
  const { board } = rules
  const { width, radius, frame, class: fieldsetClass } = LAYOUTS[board.kind]
  const last = Math.max(...board.points.map(({ x }) => x))
  const step = width / last
  const margin = (SIZE - width) / 2
  const places = new Map(
    board.points.map(({ name, x, y }) => {
      const [column, row] = flipped ? [last - x, y] : [x, last - y]
      return [name, [margin + column * step, margin + row * step] as const]
    }),
  )
  const at = (name: string) => places.get(name)!.join(' ')
  const surface = byFamily(rules, {
    mill: ({ board }) =>
      `<g stroke="var(--groove)" stroke-linecap="round"><path stroke-width="4.6" d="${board.lines
        .map(([from, to]) => `M${at(from)}L${at(to)}`)
        .join('')}"/><path stroke-width="18" d="${board.points
        .map(({ name }) => `M${at(name)}h.01`)
        .join('')}"/></g>`,
    halma: ({ board }) =>
      `<path fill="var(--square)" opacity=".52" d="${board.points
        .filter(({ x, y }) => (x + y) % 2 === 0)
        .map(({ name }) => `M${at(name)}m${-step / 2} ${-step / 2}h${step}v${step}h${-step}z`)
        .join('')}"/>`,
  })
  const view = decodePosition(rules, position ?? startPosition(rules))
  const stones = Object.entries(view.stones).map(([point, side]) => {
    const [x, y] = places.get(point)!
    const colour = side === 'white' ? 'bone' : 'slate'
    const size = Math.min(radius, step * MAX_RADIUS)
    return `<circle cx="${x}" cy="${y}" r="${size}" fill="var(--${colour}-2)" stroke="var(--${colour}-edge)"/>`
  })
  const picture = `<svg viewBox="0 0 ${SIZE} ${SIZE}" aria-hidden="true"><rect width="${SIZE}" height="${SIZE}" rx="14" fill="var(--frame-2)"/><rect x="${frame}" y="${frame}" width="${SIZE - 2 * frame}" height="${SIZE - 2 * frame}" fill="var(--wood-2)"/>${surface}${stones.join('')}</svg>`
  if (!points) return picture

  const { language } = points
  const locale = { locale: language }
  const texts = { white: m.boards_point_white, black: m.boards_point_black }
  const side = points.places && (view.hands?.[points.places] ?? 0) > 0 ? points.places : undefined
  const buttons = [...places].map(([name, [x, y]]) => {
    const stone = view.stones[name]
    const text = `${name}, ${(stone ? texts[stone] : m.boards_point_empty)({}, locale)}`
    const placed = side && !stone ? ` data-side="${side}"` : ''
    const percent = (units: number) => `${((units / SIZE) * 100).toFixed(2)}%`
    return `<button type="button" data-point="${name}" aria-label="${escapeHtml(text)}"${placed} style="left:${percent(x)};top:${percent(y)}"></button>`
  })
  const label = escapeHtml(m.game_board_label({ rules: rules.names[language] }, locale))
  return `<fieldset${fieldsetClass}>${picture}<legend class="sr-only">${label}</legend>${buttons.join('')}</fieldset>`
}
