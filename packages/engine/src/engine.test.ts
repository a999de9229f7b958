import {
  legalMoves,
  losesAtOnce,
  type Position,
  play,
  positionOutcome,
  RULE_SET_IDS,
  type RuleSet,
  ruleSet,
  startPosition,
  trustedMove,
  trustedPosition,
} from '@tegenzet/rules'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { match, type Player, randomFrom, randomPlayer } from '../bench/match.ts'
import { type BestMove, type BestMoveOptions, bestLines, bestMove, LEVELS } from './index.ts'

const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
console.log(`SEED=${SEED}`)
fc.configureGlobal({ seed: SEED, numRuns: 25 })

const timeless = (options: Partial<BestMoveOptions> = {}): BestMoveOptions => ({
  now: () => 0,
  random: randomFrom(1),
  ...options,
})

function think(
  rules: RuleSet,
  positions: readonly Position[],
  options: Partial<BestMoveOptions> = {},
): BestMove {
  const found = bestMove(rules, positions, timeless(options))
  if (!found) throw new Error('no move where one was expected')
  return found
}

const engine =
  (options: Partial<BestMoveOptions>, random: () => number): Player =>
  (rules, positions) =>
    think(rules, positions, { ...options, random }).move

/** All positions of a random unfinished game. */
function randomPositions(rules: RuleSet, seed: number, plies: number): Position[] {
  const player = randomPlayer(randomFrom(seed))
  const positions = [startPosition(rules)]
  for (let ply = 0; ply < plies; ply++) {
    const played = play(rules, positions, player(rules, positions))
    if (!played.ok) throw new Error(played.error.message)
    if (played.value.outcome) break
    positions.push(played.value.position)
  }
  return positions
}

const muehle = ruleSet('muehle')
const moulin = ruleSet('moulin')
const halma = ruleSet('halma')

describe('the mill games', () => {
  it('closes a mill and captures when it can', () => {
    const found = think(muehle, [trustedPosition('w.w/.../.../....../.../..b/..b w 7 7 0 3')], {
      maxDepth: 1,
    })
    expect(found.move).toMatch(/^d7x/)
  })

  it('blocks a mill that the opponent is about to close', () => {
    const found = think(muehle, [trustedPosition('b.b/.../.../....../.../.w./w.. w 7 7 0 3')], {
      maxDepth: 2,
    })
    expect(found.move).toBe('d7')
  })

  it.each(RULE_SET_IDS.filter((id) => startPosition(ruleSet(id)) === startPosition(muehle)))(
    'captures the third-last stone in %s if that wins',
    (id) => {
      const rules = ruleSet(id)
      const position = trustedPosition('w.w/.w./.../b...../.../b../..b w 0 0 0 30')
      const found = think(rules, [position], { maxNodes: 20_000 })
      expect(found).toMatchObject({ decidedIn: 1 })
      const played = play(rules, [position], found.move)
      expect(played).toMatchObject({ value: { outcome: { winner: 'white', reason: 'few-stones' } } })
    },
  )

  it('avoids an immediate loss', () => {
    // a4-a7 would close a mill and take the third last stone
    const position = trustedPosition('.bb/w../.w./b....w/.../.../b.. w 0 0 0 30')
    expect(think(muehle, [position], { maxDepth: 2 }).move).toMatch(/-a7$/)
  })

  it('avoids a drawing repetition when ahead', () => {
    const random = randomFrom(7)
    const ahead = trustedPosition('www/w.w/.../....../.b./b.b/..b w 0 0 0 20')
    const positions = [ahead]
    const players = [engine({ maxNodes: 3_000 }, random), randomPlayer(random)]
    let winner: string | null | undefined
    for (let ply = 0; ply < 200 && winner === undefined; ply++) {
      const played = play(moulin, positions, players[ply % 2]!(moulin, positions))
      if (!played.ok) throw new Error(played.error.message)
      positions.push(played.value.position)
      winner = played.value.outcome?.winner
    }
    expect(winner).toBe('white')
  })
})

it('sees that the opponent could draw by going back, at every depth and after other turns', () => {
  const moves = 'g7-d7 d1-g1 d7-g7 g1-d1 g7-d7 d1-g1 d7-g7'.split(' ')
  const positions = [trustedPosition('..w/.../ww./.w.ww./w.w/bwb/.b. w 0 0 0 20')]
  for (const move of moves) {
    const played = play(moulin, positions, trustedMove(move))
    if (!played.ok) throw new Error(played.error.message)
    positions.push(played.value.position)
  }
  // back to a position that has occurred twice
  for (const maxDepth of [1, 2, 3])
    expect(bestLines(moulin, positions, { maxDepth })[0]).toMatchObject({ move: 'g1-d1', score: 0 })
})

describe('moves while placing', () => {
  it('are among those of the levels, which all beat random moves', () => {
    const rules = ruleSet('lasker')
    let movesWhilePlacing = 0
    for (const level of LEVELS) {
      const random = randomFrom(level)
      const other = randomPlayer(random)
      const positions = [startPosition(rules)]
      while (!positionOutcome(rules, positions.at(-1)!) && positions.length < 400) {
        const isOwn = positions.length % 2 === 1
        const move = isOwn
          ? think(rules, positions, { level, maxNodes: 300, random }).move
          : other(rules, positions)
        if (isOwn && move.includes('-') && positions.at(-1)!.split(' ')[2] !== '0') movesWhilePlacing++
        const played = play(rules, positions, move)
        if (!played.ok) throw new Error(played.error.message)
        positions.push(played.value.position)
      }
      expect(positionOutcome(rules, positions.at(-1)!), `level ${level}`).toMatchObject({ winner: 'white' })
    }
    expect(movesWhilePlacing).toBeGreaterThan(0)
  })
})

describe('Halma', () => {
  it('puts the last stone into the last hole', () => {
    const position = trustedPosition(
      'wwwww...../wwww....../www......./ww......../.w......../........../....bbb.../....bbb.../....bbb.../....bbbbbb w 60',
    )
    expect(think(halma, [position], { maxNodes: 2_000 })).toMatchObject({ move: 'b6-a6', decidedIn: 1 })
  })

  it('never blunders at a low level in a way that loses at once, such as returning to its camp', () => {
    const position = trustedPosition(
      'wwwww...../wwww....../www......./w........./.....bbbbb/.....bbbb./.....bbb../.....bbb../....w...../....w..... w 60',
    )
    expect(losesAtOnce(halma, [position], trustedMove('e1-f1'))).toBe(true)
    for (let seed = 1; seed <= 40; seed++) {
      const { move } = think(halma, [position], { level: 1, random: randomFrom(seed) })
      expect(losesAtOnce(halma, [position], move)).toBe(false)
    }
  })

  it('finishes a game against itself by filling a camp', () => {
    const random = randomFrom(5)
    const player = engine({ level: 3, maxNodes: 1_000 }, random)
    const { outcome } = match(halma, { white: player, black: player }, 300)
    expect(outcome).toMatchObject({ reason: 'camp-filled' })
  })

  it('finishes a game against itself at the lowest level', () => {
    const player = engine({ level: 1 }, randomFrom(6))
    expect(match(halma, { white: player, black: player }, 400).outcome).not.toBeNull()
  })
})

describe('laws of every rule set', () => {
  it.each(RULE_SET_IDS)('%s: returns a legal move in every position, however small the budget', (id) => {
    const rules = ruleSet(id)
    fc.assert(
      fc.property(
        fc.nat(),
        fc.nat({ max: 90 }),
        fc.constantFrom(...LEVELS),
        fc.nat({ max: 600 }),
        (seed, plies, level, nodes) => {
          const positions = randomPositions(rules, seed, plies)
          const found = think(rules, positions, { level, maxNodes: nodes, random: randomFrom(seed) })
          expect(legalMoves(rules, positions.at(-1)!)).toContain(found.move)
          expect(found.nodes).toBeLessThanOrEqual(nodes)
          const line = [...positions]
          for (const move of found.line) {
            const played = play(rules, line, move)
            if (!played.ok) throw new Error(`${move} of the line: ${played.error.message}`)
            line.push(played.value.position)
          }
        },
      ),
    )
  })

  it.each(RULE_SET_IDS)('%s: the same seed gives the same result', (id) => {
    const rules = ruleSet(id)
    const positions = randomPositions(rules, SEED, 12)
    const once = () => think(rules, positions, { level: 3, maxNodes: 1_500, random: randomFrom(SEED) })
    expect(once()).toEqual(once())
  })

  it.each(RULE_SET_IDS)('%s: wins four games against a random player', (id) => {
    const rules = ruleSet(id)
    for (let game = 0; game < 4; game++) {
      const random = randomFrom(game + 1)
      const player = engine({ level: 3, maxNodes: 300 }, random)
      const other = randomPlayer(random)
      const players = game % 2 ? { white: other, black: player } : { white: player, black: other }
      expect(match(rules, players).outcome?.winner).toBe(game % 2 ? 'black' : 'white')
    }
  })
})

describe('limits', () => {
  it('the search stops at the time limit of the given clock', () => {
    let millis = 0
    const asked = () => millis++
    const found = think(muehle, [startPosition(muehle)], { maxMillis: 20, now: asked })
    expect(millis).toBeLessThan(40)
    expect(found.nodes).toBeGreaterThan(1_000)
  })

  it('a time limit of zero still gives a move, after one ply', () => {
    const found = think(halma, [startPosition(halma)], { maxMillis: 0 })
    expect(legalMoves(halma, startPosition(halma))).toContain(found.move)
    expect(found.depth).toBe(1)
  })

  it('an abort signal stops the search after one ply', () => {
    const found = think(muehle, [startPosition(muehle)], { signal: { aborted: true } })
    expect(found.depth).toBe(1)
  })

  it('a finished game has no move', () => {
    const lost = trustedPosition('www/.../.../....../.../b../..b b 0 0 0 30')
    expect(bestMove(muehle, [lost], timeless())).toBeNull()
    const again = trustedPosition('.w./.w./.../w...../.../b../b.b w 0 0 9 30')
    expect(bestMove(moulin, [again, again, again], timeless())).toBeNull()
    expect(bestMove(muehle, [again, again, again], timeless({ maxDepth: 1 }))).not.toBeNull()
  })

  it('a single legal move is returned without a search', () => {
    const rules = ruleSet('merels')
    const position = trustedPosition('wb./..b/.../wb..../.../.../w.. w 0 0 0 30')
    expect(legalMoves(rules, position)).toEqual(['a1-d1'])
    expect(think(rules, [position])).toMatchObject({ move: 'a1-d1', depth: 1 })
  })
})

describe('a rule set that the exact key has no room for', () => {
  const { board } = muehle
  const points = [...board.points, { name: 'h9', x: 7, y: 8 }]
  it.each([
    ['more than 15 stones', { ...muehle, stones: 16 }],
    ['more than 24 points', { ...muehle, board: { ...board, points } }],
  ])('is refused: %s', (_, rules) => {
    expect(() => think(rules, [startPosition(rules)])).toThrow(/more than 24 points or 15 stones/)
  })
})
