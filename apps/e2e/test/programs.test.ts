import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type Client, createClient, verifyWebhook } from '@tegenzet/client'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, test } from 'vitest'
import { accessibilityViolations, openLive, PHONE } from '../src/browser.ts'
import { listen } from '../src/listener.ts'
import { type BrowserPlayer, callApi, PASSWORD, startGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')

const site = useSite({ WEBHOOKS_ALLOW: 'loopback' })
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  anna = await site.register('anna')
  bram = await site.register('bram')
})

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

const textOf = async (locator: Locator) => (await locator.textContent()) ?? ''

/** The secret that is shown until the user confirms that they have saved it. */
async function secretShown(page: Page): Promise<string> {
  const secret = await textOf(page.locator('.once code'))
  await button(page, 'I have it').click()
  return secret
}

/** Confirms the open dialog. */
const confirm = (page: Page, action: string) => button(page, action).and(page.locator('dialog *')).click()

test('a token is created, used by a program and revoked', async () => {
  const { page } = anna
  await site.open(anna, '/account/programs')
  await page.getByRole('link', { name: 'Create a token' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('my bot')
  await page.getByRole('checkbox', { name: /See your account/ }).check()
  await button(page, 'Create token').click()
  const client = createClient({ baseUrl: site.url, token: await secretShown(page) })
  expect(await client.call('getAccount')).toMatchObject({ username: 'anna' })

  await page.reload()
  await page.getByText('last used').waitFor()
  await button(page, 'Revoke the token my bot').click()
  await confirm(page, 'Revoke')
  await page.getByText('You have no tokens.').waitFor()
  await expect(client.call('getAccount')).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('the client’s package works on a page of another site without a bundler', async () => {
  const scopes = ['account:read', 'game:read']
  const { token } = await callApi(bram, 'POST', '/tokens', { name: 'my page', scopes })
  const program = `
    import { connectLive, createClient } from './index.js'
    const options = { baseUrl: '${site.url}', token: '${token}' }
    const account = await createClient(options).call('getAccount')
    connectLive(options).onStatus((status) => { document.title = account.username + ' ' + status })`
  const elsewhere = await listen(
    (path): Record<string, string> =>
      path === '/index.js'
        ? { 'text/javascript': readFileSync(new URL(import.meta.resolve('@tegenzet/client')), 'utf8') }
        : { 'text/html': `<script type="module">${program}</script>` },
  )
  const page = await bram.context.newPage()
  await page.goto(elsewhere.url)
  await page.waitForFunction(() => document.title === 'bram open')
  await page.close()
  await elsewhere.close()
})

test('making a token asks for the password if the log-in is too old', async () => {
  const { page } = anna
  await site.open(anna, '/account/tokens')
  await page.getByText('You have no tokens.').waitFor()
  const problem = {
    type: '/api/docs#proof-needed',
    title: 'x',
    status: 403,
    detail: 'x',
    code: 'proof-needed',
  }
  await page.route('**/api/v1/tokens', (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', json: problem }),
  )
  await page.getByRole('textbox', { name: 'Name' }).fill('late bot')
  await button(page, 'Create token').click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await dialog.waitFor()
  await page.unroute('**/api/v1/tokens')
  await dialog.getByLabel('Password', { exact: true }).fill('not my password')
  await button(page, 'Confirm').click()
  await dialog.getByText('Wrong password.').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.keyboard.press('Enter')
  expect(await secretShown(page)).toMatch(/^tz_/)
  await button(page, 'Revoke the token late bot').click()
  await confirm(page, 'Revoke')
  await page.getByText('You have no tokens.').waitFor()
})

describe('an app', () => {
  const verifier = randomBytes(32).toString('base64url')
  const asking = (clientId: string, redirectUri: string) =>
    `/api/v1/oauth/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      scope: 'account:read game:play',
      state: 'where I was',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })}`

  test('is registered by one player, and connected and disconnected by another who logs in on the way', async () => {
    const program = await listen()
    await site.open(anna, '/account/apps')
    await anna.page.getByRole('textbox', { name: 'Name' }).fill('Molenaar')
    await anna.page.getByLabel('Redirect URIs').fill('not an address')
    await button(anna.page, 'Register the app').click()
    await anna.page.getByText('Not a possible redirect URI: not an address').waitFor()
    await anna.page.getByLabel('Redirect URIs').fill('http://127.0.0.1/back')
    await button(anna.page, 'Register the app').click()
    await anna.page.getByRole('heading', { name: 'Molenaar' }).waitFor()
    const clientId = await textOf(anna.page.locator('dd code').first())
    expect(await accessibilityViolations(anna.page)).toEqual([])

    const redirectUri = `${program.url}/back`
    await bram.context.clearCookies()
    await site.open(bram, asking(clientId, redirectUri))
    await bram.page.waitForURL(/\/login\?next=/)
    await bram.page.getByLabel('Username').fill('bram')
    await bram.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await button(bram.page, /^Log in$/).click()
    await bram.page.getByRole('heading', { name: 'May Molenaar act for you?' }).waitFor()
    await bram.page.getByText('You are logged in as bram.').waitFor()
    await bram.page.getByText('Play your games').waitFor()
    expect(await accessibilityViolations(bram.page)).toEqual([])
    await button(bram.page, 'Allow').click()

    await bram.page.waitForURL(`${redirectUri}?**`)
    const { url } = await program.next()
    expect([url.pathname, url.searchParams.get('state')]).toEqual(['/back', 'where I was'])
    const answer = await fetch(`${site.url}/api/v1/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code: url.searchParams.get('code') ?? '',
        redirect_uri: redirectUri,
        client_id: clientId,
        code_verifier: verifier,
      }),
    })
    const { access_token: token } = (await answer.json()) as { access_token: string }
    const client = createClient({ baseUrl: site.url, token })
    expect(await client.call('getAccount')).toMatchObject({ username: 'bram' })

    await site.open(bram, '/account/connected')
    await button(bram.page, 'Disconnect Molenaar').click()
    expect(await accessibilityViolations(bram.page)).toEqual([])
    await confirm(bram.page, 'Disconnect')
    await bram.page.getByText('No app acts for you').waitFor()
    await expect(client.call('getAccount')).rejects.toMatchObject({ code: 'unauthenticated' })

    await site.open(bram, asking(clientId, redirectUri))
    await button(bram.page, 'Refuse').click()
    await bram.page.waitForURL(`${redirectUri}?**`)
    expect((await program.next()).url.searchParams.get('error')).toBe('access_denied')

    await site.open(bram, asking(clientId, `${program.url}/elsewhere`))
    await bram.page.getByText('an address that its maker has not registered').waitFor()
    await site.open(bram, asking('nobody', redirectUri))
    await bram.page.getByText('There is no app with this client id.').waitFor()
    expect(await accessibilityViolations(bram.page)).toEqual([])
    await program.close()
  })

  test('cannot be used to show any text on the authorization page', async () => {
    const text = new URLSearchParams({ error: 'blocked', error_description: 'Call 0900 1234' })
    await site.open(bram, `/authorize?${text}`)
    await bram.page.getByRole('heading', { name: 'This app cannot be connected' }).waitFor()
    expect(await textOf(bram.page.locator('main'))).not.toMatch(/blocked|0900/)
  })
})

test('a webhook is tested, logged, sent again, disabled and enabled', async () => {
  const { page } = anna
  const receiver = await listen()
  await site.open(anna, '/account/webhooks')
  await page.getByLabel('Address').fill(`${receiver.url}/hook`)
  await button(page, 'Create webhook').click()
  const secret = await secretShown(page)
  await page.getByRole('link', { name: new URL(receiver.url).host }).click()
  await button(page, 'Send a test call').click()
  const { headers, body } = await receiver.next()
  expect(await verifyWebhook(body, headers, secret)).toMatchObject({ type: 'ping' })

  await page.getByText('delivered').waitFor()
  await page.getByText('answered 200').waitFor()
  await button(page, /^Details/).click()
  await page.getByText('"type": "ping"').waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await button(page, 'Send again').click()
  expect((await receiver.next()).headers['webhook-id']).toBe(headers['webhook-id'])
  await page.getByText('2 attempts').waitFor()

  await button(page, 'Switch off').click()
  await page.getByText('You have switched it off.').waitFor()
  await button(page, 'Switch on again').click()
  await button(page, 'Send a test call').waitFor()
  await button(page, 'Remove').click()
  await confirm(page, 'Remove')
  await page.getByText('You have no webhooks.').waitFor()
  await receiver.close()
})

test('a notification appears on every device and is read on all once it is read on one', async () => {
  const game = await startGame(anna, bram, 'molenspel')
  const phone = await site.browser.newContext({
    locale: 'en-GB',
    viewport: { width: 360, height: 740 },
    storageState: await anna.context.storageState(),
  })
  const other = await phone.newPage()
  await other.goto(`${site.url}/rules`)
  await site.open(anna, '/rules')
  const unread = (page: Page) => page.getByRole('link', { name: /unread notification/ })

  await site.open(bram, `/games/${game}`)
  await button(bram.page, 'Offer a draw').click()
  await button(bram.page, 'Offer the draw').click()
  for (const page of [anna.page, other]) await unread(page).waitFor()
  await unread(other).click()
  // a toast may say it too
  const offer = other.getByRole('listitem').getByRole('link', { name: 'bram offers you a draw.' })
  await offer.waitFor()
  expect(await accessibilityViolations(other)).toEqual([])
  for (const page of [anna.page, other]) await unread(page).waitFor({ state: 'detached' })
  await offer.click()
  await other.waitForURL(`${site.url}/games/${game}`)
  await phone.close()
})

test('a toast links to the page of its notification and does not appear on that page', async () => {
  const game = await startGame(anna, bram, 'merels')
  await openLive(anna.page, '/rules')
  const chatMessage = anna.page.locator('.toasts').getByRole('link')
  await site.open(bram, `/games/${game}`)
  await write(bram, 'Good luck')
  await chatMessage.filter({ hasText: 'bram has written to you.' }).click()
  await anna.page.waitForURL(`${site.url}/games/${game}`)
  await chatMessage.waitFor({ state: 'detached' })

  await openChat(anna.page)
  await write(bram, 'And have fun')
  await anna.page.getByRole('article').filter({ hasText: 'And have fun' }).waitFor()
  expect(await chatMessage.count()).toBe(0)
})

const openChat = (page: Page) => page.getByRole('tab', { name: en('chat_title') }).click()

/** Sends a message in the game whose page is open. */
async function write({ page }: BrowserPlayer, text: string): Promise<void> {
  await openChat(page)
  await page.getByRole('textbox', { name: /^Message to/ }).fill(text)
  await button(page, 'Send').and(page.locator('form *')).click()
}

test('without built-in bots, a visitor tries the board and is offered to register', async () => {
  const { page } = await site.visitor(PHONE)
  await page.goto(site.url)
  await page.getByText(en('home_no_bots')).waitFor()
  await page.locator('[data-point="d6"]').click()
  await button(page, en('game_bar_play')).click()
  await page.getByText(en('game_turn_theirs'), { exact: true }).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page
    .getByRole('link', { name: en('ui_register') })
    .last()
    .click()
  await page.waitForURL('**/register')
  await page.context().close()
})

test('a player begins a game against somebody’s bot from the lobby', async () => {
  const { bot, username } = await botReady('Kiezel')
  await anna.page.goto(`${site.url}/lobby?rules=halma`)
  await button(anna.page, `${en('rules_play')}: ${username}`).click()
  const mine = () => bot.call('listChallenges', { query: { mine: 'true' } })
  await expect.poll(async () => (await mine()).items.length).toBe(1)
  const [challenge] = (await mine()).items
  expect(challenge).toMatchObject({ rules: 'halma', challenger: { username: 'anna' } })
  await bot.call('acceptChallenge', { params: { id: challenge?.id ?? 0 } })
  await anna.page.waitForURL(/\/games\/\d+$/)
  await anna.page.getByRole('img', { name: 'computer' }).first().waitFor()
  await anna.page.getByText('Your move').first().waitFor()
})

/** A bot with its own account that announces itself as available. */
async function botReady(username: string): Promise<{ bot: Client; username: string }> {
  const { request } = await site.browser.newContext()
  const headers = { origin: site.url }
  const account = {
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
    kind: 'bot',
  }
  await request.post(`${site.url}/api/v1/accounts`, { headers, data: account })
  const scopes = ['challenge:write', 'game:play']
  const made = await request.post(`${site.url}/api/v1/tokens`, {
    headers,
    data: { name: username, scopes },
  })
  const { token } = (await made.json()) as { token: string }
  const bot = createClient({ baseUrl: site.url, token })
  await bot.call('setAvailability', { body: { rules: ['halma'], level: 2 } })
  return { bot, username }
}
