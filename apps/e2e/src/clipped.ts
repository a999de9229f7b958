import type { Page } from 'playwright-core'

/** The visible elements whose text is cut off, unless the whole text is in a tooltip or a label. */
export const clipped = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>('#app *')) {
      if (!(element instanceof HTMLElement) || !element.checkVisibility({ visibilityProperty: true }))
        continue
      const { overflowX, overflowY, clipPath } = getComputedStyle(element)
      if (clipPath !== 'none' || element.clientWidth < 2 || !element.textContent.trim()) continue
      const cuts = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      const wide = cuts(overflowX) && element.scrollWidth > element.clientWidth + 1
      const high = cuts(overflowY) && element.scrollHeight > element.clientHeight + 1
      if (!wide && !high) continue
      const labelled = element.closest('[title], [aria-label]')
      const whole = labelled?.getAttribute('title') ?? labelled?.getAttribute('aria-label') ?? ''
      if (!whole.includes(element.textContent!.trim()) && !element.title)
        found.push(`${element.tagName}.${element.className}: ${element.textContent.slice(0, 60)}`)
    }
    return found
  })
