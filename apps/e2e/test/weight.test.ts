import { expect, test } from 'vitest'
import { PHONE } from '../src/browser.ts'
import { measureVisit } from '../src/measure-visit.ts'
import { beginGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'

// What visitors download. `pnpm bench:open` measures how long it takes.

const site = useSite({ BOT: 'true' })

test('home and a game are light, and nothing moves while they load', async () => {
  const [anna, bram] = [await site.register('anna'), await site.register('bram')]
  const game = await beginGame(anna, bram, 'muehle')
  const budgets = [
    { path: '/', bytes: 120_000, requests: 15 },
    { path: `/games/${game}`, bytes: 160_000, requests: 15 },
  ]
  for (const budget of budgets) {
    const context = await site.browser.newContext({ ...PHONE, baseURL: site.url })
    const visit = await measureVisit(context, budget.path)
    expect(visit.bytes, budget.path).toBeLessThan(budget.bytes)
    expect(visit.requests.length, visit.requests.join(' ')).toBeLessThanOrEqual(budget.requests)
    expect(visit.shift, budget.path).toBeLessThan(0.02)
    const again = await measureVisit(context, budget.path)
    expect(again.bytes, `${budget.path} again`).toBeLessThan(15_000)
    await context.close()
  }
})

test('a page has the texts of its language only', async () => {
  const [english, german] = await Promise.all(
    ['en', 'de'].map(async (language) => {
      const page = await fetch(`${site.url}/${language}/`, { headers: { accept: 'text/html' } })
      const files = [...(await page.text()).matchAll(/href="(\/_app\/[^"]+\.js)"/g)].map(([, path]) => path!)
      const scripts = await Promise.all(files.map(async (path) => (await fetch(site.url + path)).text()))
      return scripts.join('')
    }),
  )
  expect(german).toContain('Anmelden')
  expect(english).toContain('Log in')
  expect(english).not.toContain('Anmelden')
  expect(german).not.toContain('Log in')
})
