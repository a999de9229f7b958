import type { ShapeDrawing } from './shape-drawing.svelte.ts'

const pointAt = ({ clientX, clientY }: MouseEvent): string | undefined =>
  document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-point]')?.dataset.point

/** Lets the right mouse button draw on the board in an element: a drag makes an arrow, a click a circle. */
export const drawWithMouse = (drawing: () => ShapeDrawing | undefined) => (board: HTMLElement) => {
  let from: string | undefined
  const onpointerdown = (event: PointerEvent) => {
    from = event.button === 2 && event.pointerType === 'mouse' ? pointAt(event) : undefined
  }
  const onpointerup = (event: PointerEvent) => {
    const to = event.button === 2 ? pointAt(event) : undefined
    if (from && to) drawing()?.draw(from, to)
    from = undefined
  }
  const oncontextmenu = (event: MouseEvent) => {
    if (drawing() && event.button === 2 && pointAt(event)) event.preventDefault()
  }
  board.addEventListener('pointerdown', onpointerdown)
  board.addEventListener('pointerup', onpointerup)
  board.addEventListener('contextmenu', oncontextmenu)
  return () => {
    board.removeEventListener('pointerdown', onpointerdown)
    board.removeEventListener('pointerup', onpointerup)
    board.removeEventListener('contextmenu', oncontextmenu)
  }
}
