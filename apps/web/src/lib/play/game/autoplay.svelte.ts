/** The times that each move is shown. */
const SPEEDS = { '½×': 2400, '1×': 1200, '2×': 600, '4×': 300 } as const

export type Speed = keyof typeof SPEEDS

const ORDER = Object.keys(SPEEDS) as Speed[]

/** Kept from game to game until the page is reloaded. */
let speed = $state<Speed>('1×')

interface Moves {
  at: number
  last: number
  onstep: (to: number) => void
}

/** Plays moves one after another until the last. Create it while the component initialises. */
export class Autoplay {
  playing = $state(false)
  readonly #moves: () => Moves

  constructor(moves: () => Moves) {
    this.#moves = moves
    $effect(() => {
      const { at, last, onstep } = this.#moves()
      if (!this.playing) return
      if (at === last) {
        this.playing = false
        return
      }
      const timer = setTimeout(() => onstep(at + 1), SPEEDS[speed])
      return () => clearTimeout(timer)
    })
  }

  get speed(): Speed {
    return speed
  }

  /** Plays on, from the start if the last move is shown, or pauses. */
  toggle(): void {
    const { at, last, onstep } = this.#moves()
    if (last === 0) return
    if (!this.playing && at === last) onstep(0)
    this.playing = !this.playing
  }

  nextSpeed(): void {
    speed = ORDER[(ORDER.indexOf(speed) + 1) % ORDER.length] ?? speed
  }
}
