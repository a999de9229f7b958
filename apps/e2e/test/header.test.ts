import { expect, test } from 'vitest'
import { accessibilityViolations, PHONE } from '../src/browser.ts'
import { beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'

// From where the menu button ends to a wide desk.
const WIDTHS = [961, 1100, 1279, 1280, 1366, 1440]

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
    const guest = await site.visitor({ locale })
    await callApi(guest, 'POST', '/guests', { language: locale.slice(0, 2) })
    for (const page of [player.page, visitor.page, guest.page]) {
      await page.goto('/analysis')
      await page.locator('#nav a[href="/analysis"][aria-current="page"]').waitFor({ state: 'attached' })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const header = await page.evaluate(() => ({
          beyond: document.documentElement.scrollWidth - innerWidth,
          height: document.querySelector('header')!.offsetHeight,
          cut: [...document.querySelectorAll<HTMLElement>('#nav a:not(.search)')]
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
            .map(({ textContent }) => textContent.trim()),
        }))
        expect(header.beyond, `${locale} ${width}`).toBeLessThanOrEqual(0)
        expect(header.height, `${locale} ${width}`).toBeLessThan(60)
        // only a long name
        expect(header.cut.filter((text) => text !== name)).toEqual([])
      }
    }
    await visitor.context.close()
    await guest.context.close()
  }
})

test('the number of notifications covers nothing of the menu button', async () => {
  const [carla, dora] = [await site.register('carla'), await site.register('dora')]
  for (const rules of ['muehle', 'merels', 'molenspel', 'halma'] as const)
    for (let game = 0; game < 3; game++) await beginGame(carla, dora, rules)
  for (const width of [360, 800]) {
    await carla.page.setViewportSize({ width, height: 740 })
    await carla.page.goto('/rules')
    const badge = carla.page.locator('#app header a[href="/notices"] .badge')
    await badge.waitFor()
    const { x, width: badgeWidth } = (await badge.boundingBox())!
    const menu = (await carla.page.locator('#app header button .icon').boundingBox())!
    expect(x + badgeWidth, `${width}`).toBeLessThanOrEqual(menu.x)
  }
})

test('the tabs of competitions stay where they are from one to the next', async () => {
  const { page } = await site.visitor({ locale: 'en-GB' })
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 740 })
    const places: string[] = []
    for (const path of ['/tournaments', '/ladders/muehle', '/leagues']) {
      await page.goto(path)
      const tabs = page.getByRole('navigation', { name: 'Competitions' }).getByRole('link')
      await tabs.first().waitFor()
      const boxes = await tabs.evaluateAll((links) => links.map((link) => link.getBoundingClientRect()))
      places.push(boxes.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`).join(' '))
    }
    expect(new Set(places).size, places.join(' / ')).toBe(1)
  }
  await page.context().close()
})

test('documents and guides fit on a phone, with a menu that works without scripts', async () => {
  const { page, context } = await site.visitor({ ...PHONE, javaScriptEnabled: false })
  await page.goto('/guides/bots')
  const links = page.getByRole('navigation', { name: 'Main', exact: true })
  expect(await links.isVisible()).toBe(false)
  await page.getByRole('button', { name: 'Menu' }).click()
  await links.getByRole('link', { name: 'Lobby' }).waitFor()
  await page.keyboard.press('Escape')
  await links.waitFor({ state: 'hidden' })
  await context.close()

  const visitor = await site.visitor(PHONE)
  for (const path of ['/about', '/guides/rules', '/guides/bots', '/guides/competition']) {
    await visitor.page.goto(path)
    const beyond = await visitor.page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(beyond, path).toBeLessThanOrEqual(0)
    expect(await accessibilityViolations(visitor.page), path).toEqual([])
    // a word of a table is on one line, so that none is cut in two
    const cut = await visitor.page.evaluate(() =>
      [...document.querySelectorAll('td code')]
        .filter((code) => /^\w+$/.test(code.textContent) && code.getClientRects().length > 1)
        .map((code) => code.textContent),
    )
    expect(cut, path).toEqual([])
  }
  await visitor.context.close()
})
