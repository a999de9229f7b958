/** One choice of how boards look, sound and feel, remembered on this device. `value` is reactive. */
class Remembered<Choice extends string> {
  readonly choices: readonly Choice[]
  readonly #key: string
  readonly #onchange: ((choice: Choice) => void) | undefined
  #value: Choice

  /** @param choices the first one is the default */
  constructor(key: string, choices: readonly [Choice, ...Choice[]], onchange?: (choice: Choice) => void) {
    this.choices = choices
    this.#key = key
    this.#onchange = onchange
    this.#value = $state(choices.find((choice) => choice === read(key)) ?? choices[0])
  }

  get value(): Choice {
    return this.#value
  }

  set value(choice: Choice) {
    this.#value = choice
    this.#onchange?.(choice)
    try {
      if (choice === this.choices[0]) localStorage.removeItem(this.#key)
      else localStorage.setItem(this.#key, choice)
    } catch {
      // Storage is blocked: the choice lasts until the page is closed.
    }
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Its key must match static/theme.js, which sets the theme before the first paint. */
export const boardTheme = new Remembered(
  'board',
  ['oak', 'walnut', 'slate', 'paper', 'contrast'],
  (theme) => {
    document.documentElement.dataset.board = theme
  },
)
export const stoneSet = new Remembered('stones', ['turned', 'glass', 'flat', 'shapes'])
export type StoneSet = typeof stoneSet.value
export const sound = new Remembered('sound', ['off', 'on'])
export const vibration = new Remembered('vibration', ['on', 'off'])
