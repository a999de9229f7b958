const KEY = 'engine'
/** How many lines are shown; 0 while the engine is off. */
const CHOICES = [0, 1, 2, 3, 4, 5]
const DEFAULT_LINES = 3

function stored(): number {
  try {
    const lines = Number(localStorage.getItem(KEY))
    return CHOICES.includes(lines) ? lines : 0
  } catch {
    return 0
  }
}

let lines = $state(stored())

/** How many lines the reader wants from the engine; 0: it is off. Remembered on this device. Reactive. */
export const engineLines = (): number => lines

export function setEngineLines(count: number): void {
  lines = count
  try {
    localStorage.setItem(KEY, String(count))
  } catch {
    // Without storage the setting lasts until the page is closed.
  }
}

export const toggleEngine = (): void => setEngineLines(lines === 0 ? DEFAULT_LINES : 0)
