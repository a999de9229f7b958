import type { Page } from 'playwright-core'

/** What screen readers are told on a page. */
export class Announced {
  /** In order. */
  readonly said: string[] = []
  /** As many of them have been waited for. */
  #heard = 0

  /** Listens from now on, also on the pages that are opened later. Once a page. */
  static async on(page: Page): Promise<Announced> {
    const announced = new Announced()
    await page.exposeFunction('__announced', (text: string) => announced.said.push(text))
    await page.addInitScript(observe)
    await page.evaluate(observe)
    return announced
  }

  /** Ignores what was said until now. */
  skip(): void {
    this.#heard = this.said.length
  }

  /** @returns what was said since the last call, up to a text with this in it */
  async waitFor(text: string | RegExp): Promise<string> {
    const end = Date.now() + 60_000
    while (Date.now() < end) {
      const index = this.said.findIndex((sentence, n) => n >= this.#heard && sentence.match(text))
      if (index >= 0) {
        const all = this.said.slice(this.#heard, index + 1).join(' ')
        this.#heard = index + 1
        return all
      }
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`${text} was not announced, only:\n${this.said.slice(this.#heard).join('\n')}`)
  }
}

/** Runs in the page: reports what is added to a polite region, as a screen reader does. */
function observe(): void {
  const { __announced } = globalThis as unknown as { __announced: (text: string) => void }
  new MutationObserver((mutations) => {
    for (const { target, addedNodes } of mutations) {
      const element = target instanceof Element ? target : target.parentElement
      if (!element?.closest('[role="status"], [aria-live="polite"]')) continue
      for (const { textContent } of addedNodes) if (textContent?.trim()) __announced(textContent.trim())
    }
  }).observe(document, { childList: true, subtree: true })
}
