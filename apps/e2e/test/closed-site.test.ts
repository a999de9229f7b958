import { expect, test } from 'vitest'
import { faultsOf } from '../src/page-faults.ts'
import { PASSWORD } from '../src/player.ts'
import { useSite } from '../src/site.ts'

const site = useSite({ REGISTRATION: 'invite', READERS: 'members', ADMINS: 'boss' })

test('a visitor is told how to get in, registers with an invitation, and then sees the page they wanted', async () => {
  const boss = await site.register('boss')
  await boss.page.goto('/account/invitations')
  await boss.page.getByLabel('For how many people').fill('2')
  await boss.page.getByLabel('For whom').fill('Thursday evening')
  await boss.page.getByRole('button', { name: 'Make an invitation' }).click()
  const link = (await boss.page.locator('code').textContent()) ?? ''
  expect(link).toMatch(/\/register#[\w-]{32}$/)
  await boss.page.getByText('0 of 2 used').waitFor()
  const faults = await faultsOf(boss.page, 'invitations')

  const { page, errors, context } = await site.visitor({ locale: 'en-GB' })
  await page.goto('/')
  await page.getByRole('heading', { name: 'is for members' }).waitFor()
  await page.getByText('You need an invitation').waitFor()
  faults.push(...(await faultsOf(page, 'home')))
  await page.locator('main').getByRole('link', { name: 'Halma', exact: true }).click()
  await page.getByRole('heading', { name: 'Halma', level: 1 }).waitFor()

  await page.goto('/clubs/mill-town?tab=2#secret')
  await page.waitForURL((url) => url.pathname === '/login')
  expect(new URL(page.url()).searchParams.get('next')).toBe('/clubs/mill-town?tab=2')
  expect(new URL(page.url()).hash).toBe('#secret')
  await page.getByText('You need an invitation').waitFor()
  faults.push(...(await faultsOf(page, 'login')))

  await page.goto('/register')
  await page.getByRole('heading', { name: 'You need an invitation' }).waitFor()
  expect(await page.getByLabel('Email').count()).toBe(0)
  faults.push(...(await faultsOf(page, 'register-without')))

  await page.goto(link)
  await page.getByLabel('Username').fill('lotte')
  await page.locator('input[type="email"]').fill('lotte@example.org')
  await page.locator('input[type="password"]').fill(PASSWORD)
  faults.push(...(await faultsOf(page, 'register')))
  await page.locator('form button[type="submit"]').click()
  await page.waitForURL((url) => url.pathname === '/lobby')

  await boss.page.reload()
  await boss.page.getByText('1 of 2 used').waitFor()
  await boss.page.getByRole('button', { name: 'Who came' }).click()
  await boss.page.getByRole('link', { name: 'lotte' }).waitFor()
  await boss.page.getByRole('button', { name: /^End invitation/ }).click()
  await boss.page.getByText('ended').waitFor()
  expect(faults).toEqual([])
  expect([...errors.filter((error) => !error.includes('401')), ...boss.errors]).toEqual([])
  await context.close()
})

test('a member who logs in comes to the page they wanted, with its fragment', async () => {
  const { page, context } = await site.visitor({ locale: 'nl-NL' })
  await page.goto('/watch#here')
  await page.waitForURL((url) => url.pathname === '/login')
  await page.locator('input[name="username"]').fill('boss')
  await page.locator('input[type="password"]').fill(PASSWORD)
  await page.locator('form button[type="submit"]').click()
  await page.waitForURL((url) => url.pathname === '/watch' && url.hash === '#here')
  await context.close()
})
