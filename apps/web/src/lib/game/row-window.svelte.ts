/** Rows drawn at a time. */
const DRAWN = 80
/** Longer lists are drawn in part. */
const WHOLE_UP_TO = 150
/** Scrolling by fewer rows draws nothing new. */
const STEP = 20

/** The rows of a long list that are drawn: those around the one in the middle of its visible part. */
export class RowWindow {
  readonly #count: () => number
  #middle = $state(0)

  /** @param middle the row in the middle at first, from 0 */
  constructor(count: () => number, middle: number) {
    this.#count = count
    this.#middle = middle
  }

  /** The first row drawn, from 0. */
  readonly first = $derived.by(() => {
    const count = this.#count()
    if (count <= WHOLE_UP_TO) return 0
    return Math.min(Math.max(this.#middle - DRAWN / 2, 0), count - DRAWN)
  })
  /** The row after the last one drawn. */
  readonly end = $derived.by(() => {
    const count = this.#count()
    return count <= WHOLE_UP_TO ? count : this.first + DRAWN
  })

  /** Scrolls the list so that a row is in its middle. */
  show(list: HTMLElement, row: number): void {
    this.#middle = row
    list.scrollTop = (row + 0.5) * this.#rowHeight(list) - list.clientHeight / 2
  }

  /** Draws the rows that the reader has scrolled to. */
  follow(list: HTMLElement): void {
    const row = Math.floor((list.scrollTop + list.clientHeight / 2) / this.#rowHeight(list))
    if (Math.abs(row - this.#middle) >= STEP) this.#middle = row
  }

  /** All rows are about as high, and empty space takes the place of those that are not drawn. */
  #rowHeight(list: HTMLElement): number {
    return list.scrollHeight / Math.max(this.#count(), 1)
  }
}
