import type { RuleSetId } from '@tegenzet/rules'
import type { Page } from 'playwright-core'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { accessibilityViolations } from '../src/browser.ts'
import { type BrowserPlayer, beginGame, callApi, openGame } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'

// Eighteen stones are placed without a mill. Then both players move back and forth, so positions 18, 22 and 26 are equal.
const LAST_PLACING_PLY = 'd5 b4 b2 b6 c5 g4 a1 g1 c3 d1 d3 f2 d6 e3 g7 d7 a7 e4'
const ROUND = 'a1-a4 b4-c4 a4-a1 c4-b4'
const MOVES = `${LAST_PLACING_PLY} ${ROUND} ${ROUND}`.split(' ')

const site = useSite({ ADMINS: 'arbiter' })
let admin: BrowserPlayer
let anna: BrowserPlayer
let bram: BrowserPlayer
let players = 0

beforeAll(async () => {
  admin = await site.register('arbiter')
})
beforeEach(async () => {
  players += 1
  anna = await site.register(`anna${players}`)
  bram = await site.register(`bram${players}`)
})
afterEach(async () => {
  await anna.context.close()
  await bram.context.close()
})

/** Plays these moves in a game of anna (white) and bram, who then open it in their own languages. */
async function gameWith(
  rules: RuleSetId,
  moves: readonly string[],
  languages: readonly string[],
): Promise<number> {
  const id = await beginGame(anna, bram, rules)
  for (const [ply, move] of moves.entries())
    await callApi(ply % 2 === 0 ? anna : bram, 'POST', `/games/${id}/moves`, { move, ply })
  for (const [n, player] of [anna, bram, admin].entries()) {
    await callApi(player, 'PATCH', '/account', { language: languages[n] ?? 'en' })
    if (n < 2) await openGame(player, id)
  }
  return id
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** The admin opens the oldest claim in the queue and rules on it. */
async function rule(verdict: 'uphold' | 'reject', warned?: string): Promise<void> {
  const { page } = admin
  const en = textsOf('en')
  await page.goto(`${site.url}/admin`, { waitUntil: 'networkidle' })
  expect(await accessibilityViolations(page)).toEqual([])
  await page
    .getByRole('link', { name: /claims against/ })
    .first()
    .click()
  await page.getByRole('heading', { name: en('admin_review_ruling') }).waitFor()
  await page.getByText(en('draws_evidence_holds')).waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
  await page.getByRole('radio', { name: en(`admin_review_${verdict}`) }).check()
  await page.getByLabel(en('admin_review_reason'), { exact: true }).fill(`Ruled: ${verdict}.`)
  if (warned) await page.getByRole('checkbox', { name: warned }).check()
  await button(page, en(`admin_review_send_${verdict}`)).click()
  await page.getByText(en('admin_review_done')).waitFor()
}

/** The languages of White and Black. The soak test runs each test in both pairs. */
const PAIRS = [
  ['en', 'nl'],
  ['de', 'fr'],
] as const
const pairs = (n: number) => (process.env.SOAK ? PAIRS : [PAIRS[n]!])

test.each(pairs(0))(
  'an admin rejects a claim and warns; the game continues and the other player’s claim is upheld (%s, %s)',
  async (first, second) => {
    const [annas, brams] = [textsOf(first), textsOf(second)]
    const id = await gameWith('merels', MOVES.slice(0, 25), [first, second])

    await button(bram.page, brams('draws_claim')).first().click()
    await bram.page.getByRole('dialog').getByText(brams('draws_playing_on_costs')).waitFor()
    expect(await accessibilityViolations(bram.page)).toEqual([])
    await button(bram.page, brams('draws_form_file')).click()
    await bram.page.getByText(brams('draws_claim_yours')).waitFor()
    await anna.page.getByText(annas('draws_claim_theirs', { name: bram.name })).waitFor()
    expect(await site.game(id)).toMatchObject({ status: 'claimed', turn: 'black', ply: 25, deadline: null })

    await rule('reject', bram.name)
    await bram.page.getByText('Ruled: reject.').first().waitFor()
    await bram.page.goto(`${site.url}/account`)
    await bram.page.getByText('Ruled: reject.').waitFor()
    expect(await site.game(id)).toMatchObject({ status: 'active', turn: 'black', ply: 25 })

    await callApi(bram, 'POST', `/games/${id}/moves`, { move: MOVES[25], ply: 25 })
    await button(anna.page, annas('draws_claim')).first().click()
    await button(anna.page, annas('draws_form_file')).click()
    await anna.page.getByText(annas('draws_claim_yours')).waitFor()
    await rule('uphold')
    await anna.page.getByText(annas('game_outcome_drawn')).first().waitFor()
    expect(await site.game(id)).toMatchObject({
      status: 'finished',
      outcome: { winner: null, reason: 'repetition' },
    })
  },
)

test.each(pairs(1))(
  'a player files a claim after a declined offer and an admin upholds it (%s, %s)',
  async (first, second) => {
    const [annas, brams] = [textsOf(first), textsOf(second)]
    const id = await gameWith('muehle', MOVES, [first, second])

    await button(bram.page, brams('draws_claim')).click()
    await bram.page
      .getByRole('dialog')
      .getByRole('button', { name: brams('draws_form_send_offer') })
      .click()
    await bram.page.getByText(brams('draws_offer_yours')).waitFor()
    await anna.page.getByText(annas('draws_offer_theirs', { name: bram.name })).waitFor()
    await button(anna.page, annas('ui_decline')).click()
    await anna.page.getByRole('dialog').getByLabel(annas('ui_reason')).fill('I still see a way to win.')
    await button(anna.page, annas('ui_decline')).last().click()
    await bram.page.getByText(brams('draws_claim_offer_not_accepted')).waitFor()

    await button(bram.page, brams('draws_claim')).first().click()
    await button(bram.page, brams('draws_form_file')).click()
    await bram.page.getByText(brams('draws_claim_yours')).waitFor()
    expect(await site.game(id)).toMatchObject({ status: 'claimed', drawOffer: null })

    await rule('uphold', anna.name)
    await bram.page.getByText(brams('game_outcome_drawn')).first().waitFor()
    await anna.page.getByText('Ruled: uphold.').first().waitFor()
    expect(await site.game(id)).toMatchObject({
      status: 'finished',
      outcome: { winner: null, reason: 'repetition' },
    })
  },
)

test('players agree to a draw', async () => {
  const id = await gameWith('halma', ['i2-g4'], ['en', 'en'])
  const en = textsOf('en')
  const offer = async (page: Page) => {
    await button(page, en('draws_offer')).click()
    await button(page, en('draws_form_send_offer')).click()
  }
  await offer(anna.page)
  await button(bram.page, en('draws_offer_accept')).waitFor()
  await button(anna.page, en('draws_offer_withdraw')).click()
  await button(bram.page, en('draws_offer_accept')).waitFor({ state: 'detached' })
  await offer(bram.page)
  await anna.page.getByText(en('draws_offer_theirs', { name: bram.name })).waitFor()
  ;[anna, bram] = [bram, anna]
  await button(bram.page, en('draws_offer_accept')).click()
  await button(bram.page, en('draws_offer_accept')).last().click()
  await anna.page.getByText(en('game_outcome_drawn')).first().waitFor()
  expect(await site.game(id)).toMatchObject({ outcome: { winner: null, reason: 'agreement' } })
})

test('an admin upholds all supported claims in one go, and the claimant reads until when', async () => {
  const en = textsOf('en')
  const ids = [await gameWith('molenspel', MOVES, []), await gameWith('molenspel', MOVES, [])]
  const claim = { ground: 'repetition', positions: [18, 22, 26] }
  for (const id of ids) await callApi(anna, 'POST', `/games/${id}/claims`, claim)
  await anna.page.getByText('the server rules by the evidence').first().waitFor()
  const { page } = admin
  await page.goto(`${site.url}/admin`, { waitUntil: 'networkidle' })
  await button(page, en('admin_uphold_all', { count: 2 })).click()
  await button(page, en('admin_review_send_uphold')).click()
  await page.getByText(en('admin_uphold_all_done', { count: 2 })).waitFor()
  for (const id of ids) expect((await site.game(id)).outcome).toEqual({ winner: null, reason: 'repetition' })
  expect(await accessibilityViolations(page)).toEqual([])
})
