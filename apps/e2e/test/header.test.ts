import { expect, test } from 'vitest'
import { useSite } from '../src/site.ts'

// From where the menu button ends to a wide desk.
const WIDTHS = [961, 1100, 1152, 1153, 1220, 1280, 1440]

const site = useSite()

test('the header is one line that fits, in every language', async () => {
  for (const [locale, name] of [
    ['en-GB', 'a-player-with-a-name'],
    ['nl-NL', 'annemarie'],
    ['de-DE', 'annegret'],
    ['fr-FR', 'anne-claire'],
  ] as const) {
    const player = await site.register(name, { locale })
    const visitor = await site.visitor({ locale })
    for (const page of [player.page, visitor.page]) {
      await page.goto('/analysis')
      await page.locator('#nav a[href="/analysis"][aria-current="page"]').waitFor({ state: 'attached' })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const header = await page.evaluate(() => ({
          beyond: document.documentElement.scrollWidth - innerWidth,
          height: document.querySelector('header')!.offsetHeight,
        }))
        expect(header.beyond, `${locale} ${width}`).toBeLessThanOrEqual(0)
        expect(header.height, `${locale} ${width}`).toBeLessThan(60)
      }
    }
    await visitor.context.close()
  }
})
