import type { Page } from 'playwright-core'

/** The smallest side of what a thumb taps. */
const TARGET = 44

/**
 * What is tapped on a page and is smaller than a thumb. Links within a sentence are as high as its lines, names that nothing
 * else is near as high as their text, and the points of a board as large as the board allows.
 */
export const smallTargets = (page: Page): Promise<string[]> =>
  page.evaluate((target) => {
    const found: string[] = []
    const all = [
      ...document.querySelectorAll<HTMLElement>(
        '#app :is(a[href], button, input, select, summary, [role="tab"]):not([data-point], .skip)',
      ),
    ].filter((element) => element.checkVisibility({ visibilityProperty: true }))
    for (const element of all) {
      const tapped = element.closest('label') ?? element
      const over = getComputedStyle(element, '::after')
      // a link that covers its row
      if (over.content !== 'none' && over.position === 'absolute') continue
      const { width, height } = tapped.getBoundingClientRect()
      if (width === 0 || (width > target - 0.5 && height > target - 0.5)) continue
      const around = element.parentElement?.textContent?.trim() ?? ''
      const own = element.textContent?.trim() ?? ''
      const isInSentence = getComputedStyle(element).display === 'inline' && around.length > own.length + 3
      const { x, y } = tapped.getBoundingClientRect()
      const [middle, centre] = [x + width / 2, y + height / 2]
      const isAlone = !all.some((other) => {
        if (other === element || tapped.contains(other)) return false
        const { left, right, top, bottom } = other.getBoundingClientRect()
        const [across, down] = [
          Math.max(left - middle, 0, middle - right),
          Math.max(top - centre, 0, centre - bottom),
        ]
        return Math.hypot(across, down) < target / 2 - 1
      })
      if (!isInSentence && !(element.matches('a') && isAlone))
        found.push(
          `${element.tagName}.${element.className} “${own.slice(0, 30)}” ${width.toFixed()}×${height.toFixed()}`,
        )
    }
    return found
  }, TARGET)
