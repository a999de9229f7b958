import type { Game } from '@tegenzet/contract'
import { legalMoves, moveNumber, playTurn, RULE_SET_IDS, ruleSet, sideOfPly } from '@tegenzet/rules'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ending, findEnding } from '../../api/test/play/covered-endings.ts'
import { insertMoves } from '../../api/test/play/repetition-games.ts'
import type { TestServer } from '../../api/test/server/harness.ts'
import { lessonsOf, missedGoal } from '../../web/src/lib/families/lessons.ts'
import { accessibilityViolations, PHONE, sharedBrowser } from '../src/browser.ts'
import { type BrowserPlayer, callApi, openGame, registerPlayer } from '../src/player.ts'
import { startTestServer } from '../src/test-server.ts'
import { textsOf } from '../src/texts.ts'

const en = textsOf('en')
let server: TestServer
let arbiter: BrowserPlayer
let anna: BrowserPlayer
let bram: BrowserPlayer

beforeAll(async () => {
  server = await startTestServer({ jobs: ['outbox'] })
  const browser = await sharedBrowser()
  arbiter = await registerPlayer(browser, server.url, 'arbiter', PHONE)
  await server.database.prisma.account.updateMany({ data: { roles: ['arbiter'] } })
  anna = await registerPlayer(browser, server.url, 'anna')
  bram = await registerPlayer(browser, server.url, 'bram', PHONE)
})
afterAll(async () => {
  for (const player of [arbiter, anna, bram]) await player?.context.close()
  await server?.close()
})

/** A game in an ending that tables cover, with the player to move first. */
async function gameInEnding(
  isWanted: (ending: Ending) => boolean,
  rules: 'merels-wild' | 'muehle' = 'merels-wild',
) {
  const clock = { kind: 'per-move', days: 3 }
  const terms = { rules, opponent: 'bram', colour: 'white', clock, provenDraws: true }
  const { id } = await callApi(anna, 'POST', '/challenges', terms)
  const { game } = await callApi(bram, 'POST', `/challenges/${id}/accept`)
  const { moves } = await findEnding(server.deps.tables, rules, isWanted)
  const reached: Game = await insertMoves(server, game, moves)
  return {
    id: reached.id,
    ply: reached.ply,
    mover: reached.turn === 'white' ? anna : bram,
    other: reached.turn === 'white' ? bram : anna,
  }
}

/** Moves the focus forwards to the button with this text, as a reader does who has no pointer. */
async function tabTo(page: Page, text: string): Promise<void> {
  for (let n = 0; n < 80; n++) {
    if ((await page.evaluate(() => document.activeElement?.textContent?.trim())) === text) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`no button “${text}” that the keyboard reaches`)
}

/** Claims with the keyboard alone. @returns what the dialog said before */
async function claim({ page }: BrowserPlayer): Promise<string> {
  await tabTo(page, en('draws_claim'))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: en('draws_claim_title') })
  await dialog.waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await tabTo(page, en('draws_claim'))
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  const said = await dialog.locator('p:not(.announcements *)').allInnerTexts()
  await tabTo(page, en('draws_form_file'))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  return said.join('\n').replace(/\d+[wb]/g, '#')
}

let saidBefore = ''

test('a claim that the tables prove ends the game, and both see why', async () => {
  const { id, mover, other } = await gameInEnding(({ value }) => value === 'draw')
  await openGame(mover, id)
  await openGame(other, id)
  saidBefore = await claim(mover)
  expect(saidBefore).toContain(en('draws_proven_cost', { name: other.name }))
  for (const { page } of [mover, other]) {
    await page.getByText(en('game_outcome_proven_draw')).first().waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
  }
  // on a phone the result hides the link until it is settled
  await other.page.reload()
  await other.page
    .getByRole('link', { name: en('analysis_start') })
    .first()
    .click()
  const engine = other.page.getByRole('region', { name: en('analysis_engine'), exact: true })
  await engine.getByText(en('analysis_table_draw')).first().waitFor()
})

test('a claim that is wrong says so, and nothing before it does', async () => {
  const { id, ply, mover, other } = await gameInEnding(({ value }) => value !== 'draw')
  await openGame(mover, id)
  await openGame(other, id)
  const said = await claim(mover)
  expect(said.replaceAll(other.name, '')).toBe(saidBefore.replaceAll(/anna|bram/g, ''))
  await mover.page.getByText(en('draws_proven_rejected')).waitFor()
  expect(await callApi(mover, 'GET', `/games/${id}`)).toMatchObject({ status: 'active' })
  await expect
    .poll(() => mover.page.getByRole('button', { name: en('draws_claim'), exact: true }).count())
    .toBe(0)

  // the opponent reads it beside the board, at once and on the page that is opened later
  const number = `${moveNumber(ply)}${sideOfPly(ply) === 'white' ? 'w' : 'b'}`
  const refuted = en('draws_proven_refuted', { name: mover.name, number })
  await other.page.locator('.announcements p', { hasText: refuted }).waitFor()
  await other.page.reload()
  await other.page.getByText(refuted).waitFor()
  expect(await accessibilityViolations(other.page)).toEqual([])

  await other.page.goto('/notices')
  await other.page.getByText(en('notifications_proven_rejected')).waitFor()
  await other.page.goto(`/games/${id}`)
  await other.page.getByRole('tab', { name: en('game_tab_info') }).click()
  await other.page.getByText(en('draws_claim_state_rejected')).first().waitFor()
  const values = other.page.getByRole('link', { name: en('draws_proven_values') })
  expect(await values.count()).toBe(0)
  await callApi(mover, 'POST', `/games/${id}/resign`)
  await values.click()
  await other.page.getByText(en('analysis_table_exact')).waitFor()
  expect(await other.page.getByRole('button', { name: en('analysis_engine'), pressed: false }).count()).toBe(
    1,
  )
  expect(await accessibilityViolations(other.page)).toEqual([])

  const [{ id: claimId }] = (await callApi(mover, 'GET', `/games/${id}/claims`)).items
  await arbiter.page.goto(`/admin/claims/${claimId}`)
  const card = arbiter.page.getByRole('region', { name: en('admin_review_proved') })
  await card.getByText(/^muehle \d-\d$/).waitFor()
  await card.getByText(/^(White|Black) wins with best play\.$/).waitFor()
  expect(await accessibilityViolations(arbiter.page)).toEqual([])
})

test.each(['accept', 'decline'] as const)(
  'a draw is offered where a claim needs that, and the opponent can %s it',
  async (answer) => {
    const { id, mover, other } = await gameInEnding(({ value }) => value === 'draw', 'muehle')
    await openGame(mover, id)
    await openGame(other, id)
    await tabTo(mover.page, en('draws_claim'))
    await mover.page.keyboard.press('Enter')
    const offering = mover.page.getByRole('dialog', { name: en('draws_offer_title', { name: other.name }) })
    await offering.getByText(en('draws_proven_offer', { name: other.name })).waitFor()
    expect(await accessibilityViolations(mover.page)).toEqual([])
    await tabTo(mover.page, en('draws_form_send_offer'))
    await mover.page.keyboard.press('Enter')
    await offering.waitFor({ state: 'hidden' })

    await other.page.getByText(en('draws_offer_theirs', { name: mover.name })).waitFor()
    await other.page.getByText(en('draws_ground_proven_draw')).first().waitFor()
    const button = en(answer === 'accept' ? 'draws_offer_accept' : 'ui_decline')
    await tabTo(other.page, button)
    await other.page.keyboard.press('Enter')
    const answering = other.page.getByRole('dialog', { name: en(`draws_${answer}_title`) })
    await answering.waitFor()
    expect(await accessibilityViolations(other.page)).toEqual([])
    await tabTo(other.page, button)
    await other.page.keyboard.press('Enter')
    await answering.waitFor({ state: 'hidden' })

    if (answer === 'decline') {
      await mover.page.getByText(en('draws_claim_offer_not_accepted')).waitFor()
      expect(await claim(mover)).toContain(en('draws_proven_cost', { name: other.name }))
    }
    const reason = answer === 'accept' ? 'agreement' : 'proven-draw'
    await expect
      .poll(async () => (await callApi(mover, 'GET', `/games/${id}`)).outcome)
      .toEqual({ winner: null, reason })
  },
)

test('the term is chosen with a challenge, and shown before anybody accepts', async () => {
  const { page } = anna
  await page.goto('/lobby/new?rules=muehle')
  await page.getByText(en('lobby_more_options')).click()
  await page.getByRole('checkbox', { name: en('draws_proven_term') }).check()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('button', { name: en('lobby_challenge_send') }).click()
  await bram.page.goto('/lobby')
  await bram.page.getByText(en('draws_proven_term')).first().waitFor()
  await page.goto('/lobby/new?rules=halma')
  await page.getByText(en('lobby_more_options')).click()
  expect(await page.getByRole('checkbox', { name: en('draws_proven_term') }).count()).toBe(0)
})

test('the ending in the lessons is drawn by what solves it, and without flying lost by every other move', async () => {
  for (const id of RULE_SET_IDS) {
    const rules = ruleSet(id)
    const lesson = lessonsOf(rules).find(({ id }) => id === 'proven')
    if (rules.family !== 'mill' || !lesson) continue
    for (const move of legalMoves(rules, lesson.position)) {
      const solves = missedGoal(rules, lesson, move) === undefined
      if (!solves && rules.flying) continue
      const turn = playTurn(rules, lesson.position, move)
      if (!turn.ok) throw new Error(turn.error.message)
      const { value } = await server.deps.tables.judge(rules, turn.value.position)
      expect([id, move, value]).toEqual([id, move, solves ? 'draw' : 'win'])
    }
  }
})
