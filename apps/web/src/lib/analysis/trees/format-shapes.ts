import { m } from '@tegenzet/texts/messages'
import type { ShapeColour, TreeShape } from '@tegenzet/trees'

const COLOUR_NAMES: Record<ShapeColour, () => string> = {
  green: m.analysis_colour_green,
  red: m.analysis_colour_red,
  blue: m.analysis_colour_blue,
  yellow: m.analysis_colour_yellow,
}

export const colourName = (colour: ShapeColour): string => COLOUR_NAMES[colour]()

/** What is drawn on a board, for screen readers: "Drawn: arrow from d6 to f4 (green), circle around a1 (red)". */
export function formatShapes(shapes: readonly TreeShape[]): string {
  if (shapes.length === 0) return ''
  const words = shapes.map(({ from, to, colour }) => {
    const name = colourName(colour).toLowerCase()
    return to === undefined
      ? m.analysis_shape_circle({ point: from, colour: name })
      : m.analysis_shape_arrow({ from, to, colour: name })
  })
  return m.analysis_shapes({ shapes: words.join(', ') })
}
