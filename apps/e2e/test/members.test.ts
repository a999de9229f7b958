import type { BrowserContext } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { PHONE } from '../src/browser.ts'
import { faultsOf } from '../src/page-faults.ts'
import { type BrowserPlayer, callApi, openGame, playMove } from '../src/player.ts'
import { useSite } from '../src/site.ts'

const site = useSite({ ADMINS: 'boss', RATE_LIMIT: '100000' })
const NAMES = Array.from({ length: 10 }, (_, n) => `kid${n + 1}`)

let boss: BrowserPlayer
let owner: BrowserPlayer
let warden: BrowserPlayer
let club: string
const faults: string[] = []

beforeAll(async () => {
  boss = await site.register('boss')
  owner = await site.register('owner')
  warden = await site.register('warden')
  await confirmAddress(owner)
  const founded = { name: 'De Molen', description: 'Thursday', language: 'nl', joining: 'invitation' }
  club = (await callApi(owner, 'POST', '/clubs', founded)).club.slug
})

/** The server keeps its mail for its admin. */
async function confirmAddress({ name }: BrowserPlayer): Promise<void> {
  const { items } = await callApi(boss, 'GET', '/admin/mails')
  const mail = items.find(({ username }: { username: string }) => username === name)
  const { text } = await callApi(boss, 'GET', `/admin/mails/${mail.id}`)
  const token = /verify-email#(\S+)/.exec(text)?.[1]
  await callApi(boss, 'POST', '/email-verifications/redeem', { token })
}

async function logInByApi(code: string): Promise<{ context: BrowserContext }> {
  const { context } = await site.visitor({ ...PHONE })
  await callApi({ context }, 'POST', '/session/code', { code })
  return { context }
}

test('an admin makes somebody the manager of one club’s members', async () => {
  const { page } = boss
  await page.goto('/admin/staff')
  await page.getByLabel('Username').fill('warden')
  await page.getByLabel('Member manager').check()
  await page.getByLabel('Club', { exact: true }).fill('No such club')
  await page.getByRole('button', { name: 'Save roles' }).click()
  await page.getByText('There is no such club').waitFor()
  // what is typed counts, also if it was not added first: without a club it would be the members of all
  await page.getByLabel('Club', { exact: true }).fill('De Molen')
  faults.push(...(await faultsOf(page, 'staff')))
  await page.getByRole('button', { name: 'Save roles' }).click()
  await page.getByText(`Only members of ${club}`).waitFor()
})

/** The code of each of the ten, in the order of their names. */
let codes: string[]

test('a manager pastes ten names, is told which lines cannot be used, and prints a sheet of codes', async () => {
  const { page } = warden
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Admin' }).click()
  await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor()
  const names = page.getByLabel('Usernames, one on each line')
  const create = page.getByRole('button', { name: 'Make accounts' })
  await names.fill('kid1\n\nJan de Vries\nKID1')
  await create.click()
  await page.getByText('2 names cannot be used').waitFor()
  await page.getByText('Line 3: Jan de Vries').waitFor()
  await page.getByText('Line 4: KID1').waitFor()
  await page.getByText('Proposed: Jan-de-Vries').waitFor()
  expect(await names.evaluate((field) => field === document.activeElement)).toBe(true)
  await names.fill('kid1\nboss\nadmin')
  await create.click()
  await page.getByText('Line 2: boss').waitFor()
  await page.getByText('Line 3: admin').waitFor()
  faults.push(...(await faultsOf(page, 'members-refused')))

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(() => navigator.clipboard.writeText('kid1\nAnna de Vries\nZoë\nŁukasz\nBo\nKid1'))
  await names.fill('')
  await names.press('Control+V')
  await page.getByText('5 names cannot be used').waitFor()
  faults.push(...(await faultsOf(page, 'members-proposals')))
  await page.getByRole('button', { name: 'Use the proposed names' }).click()
  expect(await names.inputValue()).toBe('kid1\nAnna-de-Vries\nZoe\nLukasz\nBo1\nKid12')
  expect(await names.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await page.getByText('names cannot be used').count()).toBe(0)

  await names.fill(`${NAMES.join('\n')}\n`)
  await page.getByLabel('Their language').selectOption('English')
  await create.click()
  await page.getByRole('heading', { name: '10 codes to hand out' }).waitFor()
  const cards = page.locator('article')
  codes = await cards.locator('code').allTextContents()
  expect(codes).toHaveLength(10)
  expect(await cards.locator('.name').allTextContents()).toEqual(NAMES)
  faults.push(...(await faultsOf(page, 'members-sheet')))

  // eight on an A4 page, and nothing but the sheet
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(pdf.match(/\/Type \/Page\b/g)).toHaveLength(2)
  expect(pdf.match(/\/MediaBox \[0 0 (\d+)/)?.[1]).toMatch(/^59[45]$/)
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('header, footer, h1, h2, button').filter({ visible: true }).count()).toBe(0)
  await page.emulateMedia({ media: null })

  page.once('dialog', (dialog) => dialog.dismiss())
  await page.locator('header a').first().click()
  expect(await cards.count()).toBe(10)
  await page.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('listitem').filter({ hasText: /^kid10/ })
  await row.getByText('De Molen · never logged in · code not used yet').waitFor()
  faults.push(...(await faultsOf(page, 'members')))
})

let kid1: { context: BrowserContext }

test('the club’s owner enters the ten in a tournament, and they play', async () => {
  const kids = new Map<string, { context: BrowserContext }>()
  for (const [n, name] of NAMES.entries()) kids.set(name, await logInByApi(codes[n]!))
  const draft = {
    name: 'Thursday evening',
    rules: 'muehle',
    clock: { kind: 'per-move', days: 3 },
    club,
    groupSize: 10,
    gamesPerPair: 1,
    maxEntrants: 11,
  }
  const { id } = await callApi(owner, 'POST', '/tournaments', draft)
  const { page } = owner
  await page.goto(`/tournaments/${id}`)
  await page.locator('summary', { hasText: 'Enter members' }).click()
  await page.getByLabel('Usernames, one on each line').fill(`${NAMES.join('\n')}\nstranger`)
  await page.getByRole('button', { name: 'Enter members' }).click()
  await page.getByText('Line 11: stranger').waitFor()
  faults.push(...(await faultsOf(page, 'tournament')))
  await page.getByRole('button', { name: 'Start now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Start now' }).click()
  await page.getByText('It has started').or(page.getByText('Group')).first().waitFor()

  const white = new Set<string>()
  for (const [name, kid] of kids) {
    const { items } = await callApi(kid, 'GET', `/games?tournament=${id}&turn=mine&limit=50`)
    const game = items.find(({ ply }: { ply: number }) => ply === 0)
    if (!game) continue
    white.add(name)
    if (name !== 'kid1') {
      await callApi(kid, 'POST', `/games/${game.id}/moves`, { move: 'd6', ply: 0 })
      continue
    }
    kid1 = kid
    const page = await kid.context.newPage()
    page.setDefaultTimeout(60_000)
    const player = { name, page, context: kid.context, errors: [] }
    await openGame(player, game.id)
    await playMove(player, 'muehle', 'd6')
  }
  expect([...white].toSorted()).toEqual(NAMES.toSorted())
})

test('the club’s owner enters members on the sides of a match within the club', async () => {
  const terms = { rules: 'muehle', clock: { kind: 'per-move', days: 3 }, boards: 5 }
  const lineupsCloseAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  const { match } = await callApi(owner, 'POST', '/matches', {
    ...terms,
    club,
    opponent: club,
    lineupsCloseAt,
  })
  const { page } = owner
  await page.goto(`/matches/${match.id}`)
  for (const [side, names] of [
    ['A', [...NAMES.slice(0, 2), 'stranger', 'warden']],
    ['B', NAMES.slice(2, 4)],
  ] as const) {
    await page.locator('summary', { hasText: `Enter members of De Molen ${side}` }).click()
    const form = page.getByRole('group').filter({ hasText: `Enter members of De Molen ${side}` })
    await form.getByLabel('Usernames, one on each line').fill(names.join('\n'))
    await form.getByRole('button', { name: 'Enter members' }).click()
    for (const name of names.filter((each) => NAMES.includes(each)))
      await page
        .getByRole('list', { name: `De Molen ${side}` })
        .getByRole('link', { name })
        .waitFor()
  }
  await page.getByText('Line 3: stranger').waitFor()
  await page.getByText('Line 4: warden').waitFor()
  await page.getByText('You can enter only members whose accounts were made for this club').waitFor()
  faults.push(...(await faultsOf(page, 'match')))
})

test('a lost phone: the manager gives a new code, and whoever has the phone is out', async () => {
  const phone = await kid1.context.newPage()
  await phone.goto('/account')
  await phone.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
  const { page } = warden
  await page.goto('/admin/members')
  await page.getByRole('button', { name: 'New code for kid1', exact: true }).click()
  await page.getByLabel('Phone lost, or password forgotten').check()
  faults.push(...(await faultsOf(page, 'members-code')))
  await page.getByRole('button', { name: 'Make a code' }).click()
  await page.getByRole('heading', { name: 'One code to hand out' }).waitFor()
  const code = (await page.locator('article code').textContent()) ?? ''
  await phone.goto('/account')
  await phone.waitForURL((url) => url.pathname === '/login')
  expect((await callApi(await logInByApi(code), 'GET', '/session')).account.username).toBe('kid1')

  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: /^Close account.*kid10/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Close account' }).click()
  await page.getByText('The account is deleted on').waitFor()
})

test('none of these pages is too wide or has a violation of accessibility rules', () => {
  expect(faults).toEqual([])
  expect([...boss.errors, ...owner.errors, ...warden.errors].filter((error) => !/40\d/.test(error))).toEqual(
    [],
  )
})
