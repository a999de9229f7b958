import type { Page } from 'playwright-core'

/** What screen readers are told on a page, in order, from now on; also on the pages that are opened after it. */
export async function listenTo(
  page: Page,
): Promise<{ said: string[]; waitFor: (text: string | RegExp) => Promise<string> }> {
  const said: string[] = []
  let heard = 0
  await page.exposeFunction('__announced', (text: string) => said.push(text))
  await page.addInitScript(observe)
  await page.evaluate(observe)
  return {
    said,
    /** @returns what was announced since the last call, up to a text with this in it */
    async waitFor(text) {
      const matches = (sentence: string) =>
        typeof text === 'string' ? sentence.includes(text) : text.test(sentence)
      for (const end = Date.now() + 60_000; Date.now() < end; await page.waitForTimeout(50)) {
        const index = said.findIndex((sentence, n) => n >= heard && matches(sentence))
        if (index < 0) continue
        const all = said.slice(heard, index + 1).join(' ')
        heard = index + 1
        return all
      }
      throw new Error(
        `${text} was not announced after ${said.slice(0, heard).length} of:\n${said.join('\n')}`,
      )
    },
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
  }).observe(document, { childList: true, subtree: true, characterData: true })
}
