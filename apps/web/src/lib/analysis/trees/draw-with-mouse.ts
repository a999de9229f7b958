import type { ShapeColour } from '@tegenzet/trees'
import { type ShapeDrawing, shapeOf } from './shape-drawing.svelte.ts'

const RIGHT_BUTTON = 2

const pointAt = ({ clientX, clientY }: MouseEvent): string | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-point]')?.dataset.point

/** The colours as on other sites: Shift or Ctrl for red, Alt for blue, both for yellow. */
function colourOf({ shiftKey, ctrlKey, altKey, metaKey }: MouseEvent, plain: ShapeColour): ShapeColour {
  if (altKey || metaKey) return shiftKey || ctrlKey ? 'yellow' : 'blue'
  return shiftKey || ctrlKey ? 'red' : plain
}

/** Lets the right mouse button draw on the board that an element is on: a drag makes an arrow, a click a circle. */
export const drawWithMouse = (drawing: ShapeDrawing) => (element: Element) => {
  const board = element.closest<HTMLElement>('[data-board-area]')
  let from: string | undefined
  const shapeTo = (event: MouseEvent) => {
    const to = from && pointAt(event)
    return from && to ? shapeOf(from, to, colourOf(event, drawing.colour)) : null
  }
  const onpointerdown = (event: PointerEvent) => {
    from = event.button === RIGHT_BUTTON && event.pointerType === 'mouse' ? pointAt(event) : undefined
    drawing.pending = shapeTo(event)
  }
  const onpointermove = (event: PointerEvent) => {
    if (from) drawing.pending = shapeTo(event)
  }
  const onpointerup = (event: PointerEvent) => {
    const shape = event.button === RIGHT_BUTTON ? shapeTo(event) : null
    from = undefined
    drawing.pending = null
    if (shape) drawing.draw(shape)
  }
  const oncontextmenu = (event: MouseEvent) => {
    if (event.button === RIGHT_BUTTON && pointAt(event)) event.preventDefault()
  }
  board?.addEventListener('pointerdown', onpointerdown)
  board?.addEventListener('contextmenu', oncontextmenu)
  // a drag may end beside the board
  window.addEventListener('pointermove', onpointermove)
  window.addEventListener('pointerup', onpointerup)
  return () => {
    board?.removeEventListener('pointerdown', onpointerdown)
    board?.removeEventListener('contextmenu', oncontextmenu)
    window.removeEventListener('pointermove', onpointermove)
    window.removeEventListener('pointerup', onpointerup)
  }
}
