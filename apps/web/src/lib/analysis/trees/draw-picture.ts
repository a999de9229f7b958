/** Pixels on each side. */
const SIZE = 1080
/** The styles that the picture of a board uses. */
const STYLES = [
  ...[
    'fill',
    'fill-opacity',
    'stroke',
    'stroke-opacity',
    'stroke-width',
    'stroke-dasharray',
    'stroke-linecap',
  ],
  ...['opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'stop-color'],
  ...['stop-opacity', 'display', 'paint-order'],
]

const elementsOf = (svg: SVGSVGElement): SVGElement[] => [svg, ...svg.querySelectorAll<SVGElement>('*')]

/** A board on the page as a PNG, in the colours that it has there. */
export async function drawPicture(board: SVGSVGElement): Promise<Blob> {
  const copy = board.cloneNode(true) as SVGSVGElement
  const shown = elementsOf(board)
  for (const [n, element] of elementsOf(copy).entries()) {
    const original = shown[n]
    if (!original) throw new Error('a copy has the same elements')
    const style = getComputedStyle(original)
    for (const name of STYLES) element.style.setProperty(name, style.getPropertyValue(name))
  }
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(SIZE))
  copy.setAttribute('height', String(SIZE))
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = SIZE
  canvas.height = SIZE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser cannot draw')
  context.drawImage(image, 0, 0, SIZE, SIZE)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
