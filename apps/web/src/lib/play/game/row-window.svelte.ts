/** Longer lists are drawn in part. */
const WHOLE_UP_TO = 75
/** Rows drawn above and below the visible part. */
const OUTSIDE = 6
/** Scrolling by fewer rows draws nothing new. */
const STEP = 3

/** The rows of a long list that are drawn: those in its visible part, and some above and below. */
export class RowWindow {
  readonly #count: () => number
  #middle = $state(0)
  /** How many rows the visible part has; until the list is on the page as many as on a phone. */
  #visible = $state(8)

  /** @param middle the row in the middle at first, from 0 */
  constructor(count: () => number, middle: number) {
    this.#count = count
    this.#middle = middle
  }

  readonly #drawn = $derived.by(() => {
    const count = this.#count()
    return count <= WHOLE_UP_TO ? count : Math.min(this.#visible + 2 * OUTSIDE, count)
  })
  /** The first row drawn, from 0. */
  readonly first = $derived.by(() =>
    Math.min(Math.max(this.#middle - Math.floor(this.#drawn / 2), 0), this.#count() - this.#drawn),
  )
  /** The row after the last one drawn. */
  readonly end = $derived.by(() => this.first + this.#drawn)

  /** Scrolls the list so that a row is in its middle. */
  show(list: HTMLElement, row: number): void {
    const height = this.#rowHeight(list)
    this.#middle = row
    if (height > 0) this.#visible = Math.ceil(list.clientHeight / height)
    list.scrollTop = (row + 0.5) * height - list.clientHeight / 2
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
