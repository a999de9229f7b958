import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { replayRecord } from '../bin/replay-record.ts'
import { NAIVE, naiveMoves, naiveOutcome, naivePlay } from '../test/naive.ts'
import { pick, randomFrom, randomGame, SOAK } from '../test/random.ts'
import '../test/three-in-a-row/add.ts'
import { addAnswer } from '../test/three-in-a-row/add-answer.ts'
import { naiveThreeMoves, naiveThreeOutcome, naiveThreePlay } from '../test/three-in-a-row/naive.ts'
import { TRIAL_RULE_SETS } from '../test/trial-rule-sets.ts'
import {
  decodeMove,
  decodePosition,
  gameOutcome,
  isRuleSetId,
  legalMoves,
  losesAtOnce,
  occurrences,
  onwardFrom,
  type Position,
  parsePosition,
  perft,
  play,
  playText,
  playTurn,
  positionOutcome,
  positionsOf,
  quietPlies,
  RULE_SET_IDS,
  type RuleSet,
  replay,
  routeOf,
  ruleSet,
  samePositionKey,
  sideOfPly,
  sideToMove,
  startPosition,
  trustedPosition,
  withRepetition,
} from './index.ts'

addAnswer(NAIVE, () => ({
  moves: naiveThreeMoves,
  outcome: naiveThreeOutcome,
  play: naiveThreePlay,
}))

const GAMES = SOAK ? 300 : 5
const POSITIONS = SOAK ? 10_000 : 120

const overGames = (rules: RuleSet, law: (game: ReturnType<typeof randomGame>) => void): void =>
  fc.assert(
    fc.property(fc.integer(), (seed) => law(randomGame(rules, randomFrom(seed)))),
    { numRuns: GAMES },
  )

/** A random position text: any number of stones, any hands and counters. Few are reachable in a game. */
function randomPosition(rules: RuleSet, seed: number): Position {
  const random = randomFrom(seed)
  const { points } = rules.board
  const { hands: inHand, quiet } = decodePosition(rules, startPosition(rules))
  const letters = points.map(() => '.')
  const hands = [0, 0]
  for (const [side, letter] of ['w', 'b'].entries()) {
    const most = rules.stones + 1
    const stones = inHand ? Math.floor(random() * most) : rules.stones
    const last = Math.max(...points.map(({ x }) => x))
    const corner = pick(random, [{ x: last, y: 0 }, { x: 0, y: last }, null])
    const reach = corner ? 4 + random() * 3 : 100
    for (let placed = 0; placed < stones; placed++) {
      const free = points.flatMap((_, index) => (letters[index] === '.' ? [index] : []))
      const near = free.filter((index) => {
        const { x, y } = points[index]!
        return !corner || inHand || Math.abs(x - corner.x) + Math.abs(y - corner.y) <= reach
      })
      letters[pick(random, near.length > 0 ? near : free)] = letter
    }
    hands[side] = random() < 0.5 ? 0 : Math.floor(random() * (most - stones))
  }
  const rows = points.map(
    ({ y }, index) => (index > 0 && y !== points[index - 1]!.y ? '/' : '') + letters[index],
  )
  const number = pick(random, [1, 12, 50, 51, 52, 200])
  const counters = [
    ...(inHand ? hands : []),
    ...(quiet === null ? [] : [pick(random, [0, 7, 98, 99, 100, 101])]),
    number,
  ]
  return trustedPosition(`${rows.join('')} ${pick(random, ['w', 'b'])} ${counters.join(' ')}`)
}

const RULE_SETS: RuleSet[] = [...RULE_SET_IDS.map((id) => ruleSet(id)), ...TRIAL_RULE_SETS]

describe.each(RULE_SETS)('in $id', (rules) => {
  it('the engine agrees with the naive one at every ply of random games', () => {
    overGames(rules, ({ moves, positions }) => {
      for (const [ply, position] of positions.entries()) {
        expect(positionOutcome(rules, position), position).toEqual(naiveOutcome(rules, position))
        expect(legalMoves(rules, position), position).toEqual(naiveMoves(rules, position))
        if (ply > 0) expect(position).toBe(naivePlay(rules, positions[ply - 1]!, moves[ply - 1]!))
      }
    })
  })

  it('the engine agrees with the naive one in positions that no game reaches', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const position = randomPosition(rules, seed)
        expect(parsePosition(rules, position)).toEqual({ ok: true, value: position })
        expect(positionOutcome(rules, position), position).toEqual(naiveOutcome(rules, position))
        const moves = legalMoves(rules, position)
        expect(moves, position).toEqual(naiveMoves(rules, position))
        expect(perft(rules, position, 1)).toBe(moves.length)
        if (moves.length === 0) return
        const move = pick(randomFrom(seed), moves)
        const played = play(rules, [position], move)
        expect(played.ok && played.value.position, `${position} ${move}`).toBe(
          naivePlay(rules, position, move),
        )
      }),
      { numRuns: POSITIONS },
    )
  })

  it('every legal move can be played and parsed, and leads to a valid position', () => {
    overGames(rules, ({ positions }) => {
      for (const [ply, position] of positions.entries()) {
        const before = positions.slice(0, ply + 1)
        const frozen = Object.freeze([...before])
        for (const move of ply % 16 === 0 ? legalMoves(rules, position) : []) {
          const { from, to, captured } = decodeMove(rules, move)
          expect(`${from ? `${from}-` : ''}${to}${captured ? `x${captured}` : ''}`).toBe(move)
          const played = play(rules, frozen, move)
          if (!played.ok) throw new Error(played.error.message)
          expect(parsePosition(rules, played.value.position).ok).toBe(true)
          expect(played.value.captured).toBe(captured)
          expect(played.value.repeats.at(-1)).toBe(ply + 1)
          expect(played.value.repeats).toHaveLength(played.value.occurrence)
          const turn = playTurn(rules, position, move)
          const { repeats: _, occurrence, outcome, ...alone } = played.value
          expect(turn.ok && turn.value).toMatchObject(alone)
          expect(turn.ok && withRepetition(rules, turn.value.outcome, occurrence)).toEqual(outcome)
        }
      }
    })
  })

  it('legal moves are sorted by code point and unique', () => {
    overGames(rules, ({ positions }) => {
      for (const position of positions) {
        const moves = legalMoves(rules, position)
        expect([...new Set(moves)].sort()).toEqual(moves)
      }
    })
  })

  it('replaying the moves gives the same positions, numbers and outcome', () => {
    overGames(rules, ({ moves, positions, outcome }) => {
      const game = replay(rules, moves)
      if (!game.ok) throw new Error(game.error.message)
      expect(game.value.positions).toEqual(positions)
      expect(positionsOf(rules, moves)).toEqual(positions)
      expect(gameOutcome(rules, positions)).toEqual(outcome)
      expect(game.value.outcome).toEqual(outcome)
      expect(game.value.occurrences).toEqual(occurrences(rules, positions))
      expect(game.value.quiets).toEqual(positions.map((position) => decodePosition(rules, position).quiet))
      expect(game.value.quiets).toEqual(positions.map((position) => quietPlies(rules, position)))
      for (const [number, position] of positions.entries()) {
        const key = samePositionKey(rules, position)
        const stood = positions.slice(0, number + 1).filter((other) => samePositionKey(rules, other) === key)
        expect(game.value.occurrences[number]).toBe(stood.length)
        expect(sideToMove(position)).toBe(sideOfPly(number + 1))
      }
    })
  })

  it('a finished game has no legal moves and refuses any', () => {
    overGames(rules, ({ moves, positions, outcome }) => {
      if (!outcome) return
      if (outcome.reason !== 'repetition') expect(legalMoves(rules, positions.at(-1)!)).toEqual([])
      const last = moves.at(-1)!
      const onward = play(rules, positions, last)
      expect(onward.ok || onward.error.code).toBe('game-over')
      const replayed = replay(rules, [...moves, last])
      expect(replayed.ok || replayed.error).toMatchObject({ code: 'game-over', ply: moves.length + 1 })
    })
  })

  it('an illegal move is refused with what was expected', () => {
    overGames(rules, ({ positions }) => {
      const known = positions.filter((_, ply) => ply % 20 === 0)
      const everyMove = new Set(known.flatMap((position) => legalMoves(rules, position).slice(0, 15)))
      for (const position of known) {
        if (positionOutcome(rules, position)) continue
        const legal = new Set(legalMoves(rules, position))
        for (const move of everyMove) {
          if (legal.has(move)) continue
          const refused = play(rules, [position], move)
          expect(refused.ok || refused.error.code).toBe('illegal-move')
          expect(refused.ok || refused.error.message).toMatch(/expected/)
          expect(losesAtOnce(rules, [position], move)).toBe(false)
        }
      }
    })
  })

  it('malformed moves and positions are refused', () => {
    const start = positionsToSpoil(rules)
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({ maxLength: 200 }),
      fc.constantFrom(
        '',
        '\0',
        'd6\0',
        ' d6',
        'd6 ',
        'd6\n',
        'D6',
        'd6xa1xb2',
        'd6-d6-d5',
        'a0',
        'a11',
        'j01-j2',
        'ｄ6',
      ),
      fc.constantFrom('d6'.repeat(100_000), `${'9'.repeat(100_000)}`, '-', 'x', '__proto__', 'constructor'),
      fc
        .tuple(fc.constantFrom(...start), fc.nat(60), fc.string({ maxLength: 2 }))
        .map(([position, at, spoilt]) => position.slice(0, at) + spoilt + position.slice(at + 1)),
    )
    fc.assert(
      fc.property(text, (spoilt) => {
        const checked = parsePosition(rules, spoilt)
        if (checked.ok) legalMoves(rules, checked.value)
        else {
          expect(checked.error.code).toBe('malformed-position')
          expect(checked.error.message.length).toBeLessThan(400)
        }
        const played = playText(rules, [start[0]!], spoilt)
        if (played.ok) expect(legalMoves(rules, start[0]!)).toContain(spoilt)
        else {
          expect(['malformed-move', 'illegal-move']).toContain(played.error.code)
          expect(played.error.message.length).toBeLessThan(400)
        }
        const replayed = replayRecord(rules, [spoilt])
        expect(replayed.ok).toBe(played.ok)
        expect(isRuleSetId(spoilt)).toBe(RULE_SET_IDS.some((known) => known === spoilt))
      }),
      { numRuns: SOAK ? 50_000 : 1000 },
    )
  })
})

const positionsToSpoil = (rules: RuleSet): Position[] =>
  randomGame(rules, randomFrom(1), 60).positions.filter((_, ply) => ply % 6 === 0)

describe.each(RULE_SET_IDS)('the way of a stone in %s', (id) => {
  const rules = ruleSet(id)

  it('leads from point to point, each of them open after those before it', () => {
    overGames(rules, ({ positions }) => {
      for (const position of positions.filter((_, ply) => ply % 20 === 0)) {
        for (const move of legalMoves(rules, position)) {
          const { from, to } = decodeMove(rules, move)
          if (from === null) continue
          const route = routeOf(rules, position, from, to)
          if (route === null) {
            expect(onwardFrom(rules, position, from, [to])).toEqual([])
            continue
          }
          const [start, ...hops] = route
          expect([start, hops.at(-1)]).toEqual([from, to])
          for (const [index, hop] of hops.entries())
            if (index > 0) expect(onwardFrom(rules, position, from, hops.slice(0, index))).toContain(hop)
        }
      }
    })
  })
})
