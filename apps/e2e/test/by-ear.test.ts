import { fileURLToPath } from 'node:url'
import { decodeMove, legalMoves, ruleSet } from '@tegenzet/rules'
import { expect, test } from 'vitest'
import { loadPuzzles } from '../../../packages/puzzles/node/index.ts'
import { lessonsOf, missedGoal } from '../../web/src/lib/families/lessons.ts'
import { Announced } from '../src/announced.ts'
import { BoardByKeys, focused, tabTo } from '../src/by-keys.ts'
import { beginGame, callApi } from '../src/player.ts'
import { useSite } from '../src/site.ts'
import { textsOf } from '../src/texts.ts'
import { RECORDED_GAMES } from './recorded-games.ts'

const en = textsOf('en')
const site = useSite()
const mill = ruleSet('muehle')

const pointsOf = (move: string) => {
  const { from, to, captured } = decodeMove(mill, move as Parameters<typeof decodeMove>[1])
  return [from, to, captured]
}

test('a puzzle is solved by ear and keyboard alone', async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  const puzzles = loadPuzzles(
    fileURLToPath(new URL('../../../packages/puzzles/data/puzzles.tsv', import.meta.url)),
  )
  const { id, solution, position } = puzzles.find(({ rules, plies }) => rules === 'muehle' && plies === 3)!
  await page.goto(`/puzzles/${id}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  const announced = await Announced.on(page)
  const board = new BoardByKeys(page)
  const [first, reply, last] = solution as string[] as [string, string, string]
  await board.pick(...pointsOf(first))
  const heard = await announced.waitFor(en('puzzles_right'))
  const opponent = position.includes(' w ') ? en('game_side_black') : en('game_side_white')
  expect(heard).toContain(opponent)
  for (const point of pointsOf(reply)) if (point) expect(heard).toContain(point)
  await board.pick(...pointsOf(last))
  await announced.waitFor(en('puzzles_solved'))
  // and on to the next one
  await tabTo(page, en('puzzles_next'))
  expect(errors).toEqual([])
  await context.close()
})

test('the lessons are taken by ear and keyboard alone', async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await page.goto('/rules/muehle')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const announced = await Announced.on(page)
  const lessons = lessonsOf(mill)
  for (const [n, lesson] of lessons.entries()) {
    const solution = legalMoves(mill, lesson.position).find(
      (move) => missedGoal(mill, lesson, move) === undefined,
    )!
    await new BoardByKeys(page).pick(...pointsOf(solution))
    await announced.waitFor(lesson.done())
    if (n + 1 === lessons.length) break
    await tabTo(page, en('lessons_next'))
    await page.keyboard.press('Enter')
    // the next task has the focus
    await expect.poll(() => focused(page)).toBe(lessons[n + 1]!.task())
  }
  expect(errors).toEqual([])
  await context.close()
})

test('the analysis board is used by ear and keyboard alone', async () => {
  const { context, page, errors } = await site.visitor({ locale: 'en-GB' })
  await page.goto('/analysis/muehle')
  await page.locator('#app [data-point]').first().waitFor()
  const announced = await Announced.on(page)
  const board = new BoardByKeys(page)
  const placed = (side: string, to: string) =>
    en('game_announce_place', { name: en(`game_side_${side}`), to })
  await board.pick('d6')
  expect(await announced.waitFor(placed('white', 'd6'))).toContain(en('analysis_turn_black'))
  await board.pick('f4')
  expect(await announced.waitFor(placed('black', 'f4'))).toContain(en('analysis_turn_white'))
  // back along the line, and another move
  await page.keyboard.press('Tab')
  await tabTo(page, en('game_moves_back'))
  await page.keyboard.press('Enter')
  await announced.waitFor(placed('white', 'd6'))
  await board.pick('b2')
  await announced.waitFor(placed('black', 'b2'))
  expect(errors).toEqual([])
  await context.close()
})

test('an exercise of a review is solved by ear and keyboard alone', async () => {
  const anna = await site.register('anna')
  const bram = await site.register('bram')
  const id = await beginGame(bram, anna, 'molenspel')
  for (const [ply, move] of RECORDED_GAMES.molenspel.split(' ').entries())
    await callApi(ply % 2 === 0 ? bram : anna, 'POST', `/games/${id}/moves`, { move, ply })
  const { page } = anna
  await page.goto(`/games/${id}?tab=review`)
  const announced = await Announced.on(page)
  await announced.waitFor(en('review_done'))
  const begin = async () => {
    await tabTo(page, en('review_learn'))
    await page.keyboard.press('Enter')
    return announced.waitFor(/: \S+ was played/)
  }
  const played = /: (\S+) was played/.exec(await begin())![1]!
  await tabTo(page, en('review_show'))
  await page.keyboard.press('Enter')
  const better = /Better was ([a-gx1-7-]+)/.exec(await announced.waitFor(/Better was/))![1]!
  await tabTo(page, en('review_end'))
  await page.keyboard.press('Enter')
  await begin()
  const type = async (move: string, answer: string) => {
    await page.keyboard.type(move)
    // a move that another one begins with waits for Enter
    const heard = await announced.waitFor(new RegExp(`${en('analysis_typed_enter')}|${answer}`))
    if (heard.includes(answer)) return
    await page.keyboard.press('Enter')
    await announced.waitFor(answer)
  }
  await type(played, en('review_wrong'))
  await type(better, en('review_solved'))
  expect(anna.errors).toEqual([])
})
