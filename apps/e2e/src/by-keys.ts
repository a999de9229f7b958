import type { Page } from 'playwright-core'

const ARROWS = ['ArrowRight', 'ArrowDown', 'ArrowLeft', 'ArrowUp']

/** What a screen reader says of the element that has the focus. */
export const focused = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const element = document.activeElement
    return (element?.getAttribute('aria-label') ?? element?.textContent ?? '').replace(/\s+/g, ' ').trim()
  })

/** Presses Tab until the focus is on something that is called so. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const heard: string[] = []
  for (let presses = 0; presses < 150; presses++) {
    const said = await focused(page)
    if (typeof name === 'string' ? said === name : name.test(said)) return
    heard.push(said.slice(0, 40))
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab does not lead to ${name}, only to:\n${heard.join('\n')}`)
}

/** A point's name is the beginning of what is said of it. */
const POINT = /^[a-j]\d+, /
const pointOf = (said: string): string => said.split(',')[0] ?? ''

/** Goes to points of a board with the arrow keys, and picks them. */
export class BoardByKeys {
  readonly #page: Page
  /** Where each key leads, as far as it has been tried. */
  readonly #ways = new Map<string, Map<string, string>>()

  constructor(page: Page) {
    this.#page = page
  }

  async pick(...points: (string | null)[]): Promise<void> {
    for (const point of points) {
      if (point === null) continue
      await tabTo(this.#page, POINT)
      await this.#goTo(point)
      await this.#page.keyboard.press('Enter')
    }
  }

  async #goTo(target: string): Promise<void> {
    for (let steps = 0; steps < 400; steps++) {
      const at = pointOf(await focused(this.#page))
      if (at === target) return
      const way = this.#wayFrom(at, target)
      const key = way[0]
      if (key === undefined) throw new Error(`no arrow key leads from ${at} to ${target}`)
      await this.#page.keyboard.press(key)
      this.#keysOf(at).set(key, pointOf(await focused(this.#page)))
    }
    throw new Error(`${target} is not to be found`)
  }

  /** The keys to the target as far as they are known, or else to a key that has not been tried. */
  #wayFrom(start: string, target: string): string[] {
    const queue = [{ at: start, keys: [] as string[] }]
    const seen = new Set([start])
    let untried: string[] = []
    for (const { at, keys } of queue) {
      if (at === target) return keys
      for (const key of ARROWS) {
        const next = this.#keysOf(at).get(key)
        if (next === undefined && untried.length === 0) untried = [...keys, key]
        if (next === undefined || seen.has(next)) continue
        seen.add(next)
        queue.push({ at: next, keys: [...keys, key] })
      }
    }
    return untried
  }

  #keysOf(point: string): Map<string, string> {
    const known = this.#ways.get(point) ?? new Map<string, string>()
    this.#ways.set(point, known)
    return known
  }
}
