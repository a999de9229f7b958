import { expect, test } from 'vitest'
import { decideForfeit } from '../../src/competition/forfeits/forfeit-games.ts'
import { afterOutages } from '../../src/play/game/clock.ts'
import { expiredOffer, goesOn, TIMEOUT_GRACE_MS, timedOut } from '../../src/play/game/endings.ts'
import { retimed } from '../../src/play/game/retime-games.ts'
import { after, gameRow, HOUR, offerBy, own } from './game-row.ts'

const later = (date: Date, ms: number) => new Date(date.getTime() + ms)
const game = gameRow({ moves: ['d6', 'f4'] })
const deadline = game.deadline!

test('a command is in time until the last millisecond before the deadline', () => {
  expect(goesOn(game, deadline).ok).toBe(true)
  expect(goesOn(game, later(deadline, 1))).toMatchObject({ ok: false, error: { code: 'game-over' } })
  expect(goesOn({ ...game, turn: null, status: 'finished' }, after(0))).toMatchObject({
    ok: false,
    error: { code: 'game-over' },
  })
})

test('a game is ended some seconds after its deadline', () => {
  expect(timedOut(game, later(deadline, TIMEOUT_GRACE_MS))).toBeNull()
  expect(timedOut(game, later(deadline, TIMEOUT_GRACE_MS + 1))?.set).toMatchObject({
    status: 'finished',
    winner: 'black',
    reason: 'timeout',
  })
})

test('an offer expires after a day', () => {
  const offered = gameRow({ drawOffer: offerBy('white') })
  expect(expiredOffer(offered, after(24))).toBeNull()
  expect(expiredOffer(offered, later(after(24), 1))).toEqual({
    set: { drawOffer: null },
    offerBecomes: 'expired',
  })
})

test('a vacation moves the deadline of a game that is not overdue', () => {
  const vacation = { from: after(10).getTime(), until: after(34).getTime() }
  const away = { ...game, vacations: { white: [vacation], black: [] } }
  expect(retimed(away, after(1))?.set.deadline).toEqual(later(deadline, 24 * HOUR))
  expect(retimed(away, later(deadline, 1))).toBeNull()
})

test('an outage is given back unless the game was overdue before', () => {
  const outage = { from: after(10), until: after(12) }
  const given = afterOutages(game, [outage])
  expect(given.deadline).toEqual(later(deadline, 2 * HOUR))
  expect(afterOutages(given, [outage])).toBe(given)
  expect(afterOutages(game, [{ from: later(deadline, 1), until: after(100) }])).toBe(game)
})

test('whoever leaves a competition loses by forfeit, unless the game is over', () => {
  expect(decideForfeit(own(game, 'white'), after(1))).toMatchObject({
    value: { set: { winner: 'black', reason: 'forfeit' } },
  })
  expect(decideForfeit(own({ ...game, turn: null }, 'white'), after(1))).toEqual({ ok: true, value: null })
})
