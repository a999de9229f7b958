import { Resvg, renderAsync } from '@resvg/resvg-js'
import { decodePosition, type Position, type RuleSet, type Side } from '@tegenzet/rules'
import { layoutOf, SIZE, surfaceOf } from '@tegenzet/rules/board'

/** The size that messengers and social networks show uncropped. */
const WIDTH = 1200
const HEIGHT = 630
/** The rim around the wood, in the board's units. */
const RIM = 17

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
  const { board } = rules
  const layout = layoutOf(board, false)
  const { lines, dots, squares, camps, borders } = surfaceOf(board, layout)
  const { radius } = layout
  const pieces = Object.entries(decodePosition(rules, position).stones).map(([point, side]) => {
    const { fill, edge } = STONES[side]
    const { x, y } = layout.at(point)
    return `<circle cx="${x + 2}" cy="${y + 4}" r="${radius}" fill="#0004"/><circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}" stroke="${edge}" stroke-width="3"/>`
  })
  const last = lastPoint === null ? null : layout.at(lastPoint)
  const mark = last
    ? `<circle cx="${last.x}" cy="${last.y}" r="${radius + 5}" fill="none" stroke="#1d6b52" stroke-width="6"/>`
    : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#7a5230"/>
<g transform="translate(${(WIDTH - HEIGHT) / 2}) scale(${HEIGHT / SIZE})">
<rect x="${RIM}" y="${RIM}" width="${SIZE - 2 * RIM}" height="${SIZE - 2 * RIM}" rx="10" fill="#e0c08c" stroke="#5c3d20" stroke-width="3"/>
<path d="${squares}" fill="#b98a52" opacity=".5"/>
<path d="${camps}" fill="#8a4f2a" opacity=".25"/>
<g fill="none" stroke-linecap="round">
<path d="${borders}" stroke="#8a4f2a" stroke-width="3.4"/>
<path d="${lines}" stroke="#5c3d20" stroke-width="5"/>
<path d="${dots}" stroke="#5c3d20" stroke-width="18"/>
</g>
${pieces.join('')}${mark}
</g>
</svg>`
}
