import { Resvg, renderAsync } from '@resvg/resvg-js'
import { byFamily, decodePosition, type Position, type RuleSet, type Side } from '@tegenzet/rules'

/** The size that messengers and social networks show uncropped. */
const WIDTH = 1200
const HEIGHT = 630
const FRAME = 34
/** Half the free space around the outermost points, as a share of their distance. */
const MARGIN = 0.55

const STONES: Record<Side, { fill: string; edge: string }> = {
  white: { fill: '#fbf6ea', edge: '#b9ad94' },
  black: { fill: '#2b3036', edge: '#14171a' },
}

/** Draws a position as a PNG, without words, so that it needs no fonts and suits every language. */
export async function drawPosition(
  rules: RuleSet,
  position: Position,
  lastPoint: string | null,
): Promise<Buffer> {
  const image = await renderAsync(positionSvg(rules, position, lastPoint), {
    font: { loadSystemFonts: false },
  })
  return image.asPng()
}

/** Draws the SVG of an icon in a size. */
export const drawIcon = (svg: string, width: number): Buffer =>
  new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
    .render()
    .asPng()

function positionSvg(rules: RuleSet, position: Position, lastPoint: string | null): string {
  const { stones } = decodePosition(rules, position)
  const { board } = rules
  const last = Math.max(...board.points.map(({ x }) => x))
  const step = (HEIGHT - 2 * FRAME) / (last + 2 * MARGIN)
  const left = (WIDTH - last * step) / 2
  const top = FRAME + MARGIN * step
  const places = new Map(
    board.points.map(({ name, x, y }) => [name, { x: left + x * step, y: top + (last - y) * step }]),
  )
  const at = (name: string) => places.get(name)!
  const radius = Math.min(36, step * 0.38)

  const surface = byFamily(rules, {
    mill: ({ board }) =>
      `<path d="${board.lines
        .map(([from, to]) => `M${at(from).x} ${at(from).y}L${at(to).x} ${at(to).y}`)
        .join('')}" stroke="#5c3d20" stroke-width="5" stroke-linecap="round"/>${board.points
        .map(({ name }) => `<circle cx="${at(name).x}" cy="${at(name).y}" r="9" fill="#5c3d20"/>`)
        .join('')}`,
    halma: ({ board }) =>
      board.points
        .map(({ name, x, y }) => {
          const camp = board.camps.white.includes(name) || board.camps.black.includes(name)
          const fill = camp ? '#8a4f2a' : (x + y) % 2 === 0 ? '#b98a52' : 'none'
          return `<rect x="${at(name).x - step / 2}" y="${at(name).y - step / 2}" width="${step}" height="${step}" fill="${fill}" opacity="${camp ? 0.45 : 0.5}"/>`
        })
        .join(''),
  })
  const pieces = Object.entries(stones).map(([point, side]) => {
    const { fill, edge } = STONES[side]
    const { x, y } = at(point)
    return `<circle cx="${x + 2}" cy="${y + 4}" r="${radius}" fill="#0004"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${edge}" stroke-width="3"/>`
  })
  const mark =
    lastPoint === null
      ? ''
      : `<circle cx="${at(lastPoint).x}" cy="${at(lastPoint).y}" r="${radius + 5}" fill="none" stroke="#1d6b52" stroke-width="6"/>`
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#7a5230"/>
<rect x="${(WIDTH - HEIGHT) / 2 + FRAME / 2}" y="${FRAME / 2}" width="${HEIGHT - FRAME}" height="${HEIGHT - FRAME}" rx="10" fill="#e0c08c" stroke="#5c3d20" stroke-width="3"/>
${surface}${pieces.join('')}${mark}
</svg>`
}
