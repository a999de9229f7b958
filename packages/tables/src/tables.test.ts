import { fileURLToPath } from 'node:url'
import { legalMoves, type MillRules, playTurn, ruleSet, trustedPosition } from '@tegenzet/rules'
import { decodeMillPosition, millSymmetries, millTables } from '@tegenzet/rules/mill'
import { beforeAll, describe, expect, it } from 'vitest'
import { deflateBlock, loadTable, tablePath } from '../node/index.ts'
import { searchPlies } from '../test/plain-search.ts'
import {
  bestLine,
  countValues,
  DRAW,
  decodePlies,
  decodeValue,
  groupOf,
  judgeMoves,
  judgePosition,
  lookUp,
  openTable,
  pairsUpTo,
  type SolvedSet,
  solvePair,
  TABLE_GROUPS,
  type Table,
  type TableGroup,
  UnusableTable,
  type ValueSource,
  writeTable,
} from './index.ts'

const SHIPPED = fileURLToPath(new URL('../data', import.meta.url))
const SOAK = Boolean(process.env.SOAK)
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
console.log(`SEED=${SEED}`)

/** The shipped sets of a group, by stones. */
async function shipped(group: TableGroup): Promise<Map<string, Table>> {
  const tables = new Map<string, Table>()
  for (const [a, b] of pairsUpTo(group.rules, 8))
    for (const [w, b2] of [
      [a, b],
      [b, a],
    ] as const)
      tables.set(`${w}-${b2}`, (await loadTable([SHIPPED], group, w, b2))!)
  return tables
}

const sourceOf = (tables: ReadonlyMap<string, Table>): ValueSource => ({
  byteOf(own, enemy, ownStones, enemyStones) {
    const table = tables.get(`${ownStones}-${enemyStones}`)
    return table ? lookUp(table, own, enemy) : null
  },
})

function* randomNumbers(seed: number): Generator<number> {
  for (let state = seed >>> 0; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

/** Some positions of a set, spread over it at random. */
function somePlacements(
  { placements }: Table,
  amount: number,
  random: Generator<number>,
): [number, number][] {
  return Array.from({ length: amount }, () => {
    placements.find(Math.floor(random.next().value * placements.size))
    return [placements.foundOwn, placements.foundEnemy]
  })
}

/** The text of a position with empty hands and white to move. */
function textOf(rules: MillRules, own: number, enemy: number, rest = 'w 0 0 0 40') {
  let rows = ''
  rules.board.points.forEach(({ y }, index, points) => {
    if (index > 0 && points[index - 1]!.y !== y) rows += '/'
    rows += own & (1 << index) ? 'w' : enemy & (1 << index) ? 'b' : '.'
  })
  return trustedPosition(`${rows} ${rest}`)
}

it('rule sets whose endings differ only in draws share a group, and every mill rule set has one', () => {
  expect(TABLE_GROUPS.map(({ id, members }) => [id, ...members.slice(1)])).toEqual([
    ['molenspel'],
    ['muehle', 'merels-wild', 'moulin', 'lasker'],
    ['merels'],
    ['merels-diagonal'],
    ['merels-diagonal-wild'],
  ])
  expect(groupOf(ruleSet('moulin'))?.id).toBe(groupOf(ruleSet('muehle'))?.id)
  expect(groupOf(ruleSet('lasker'))).toMatchObject({ id: 'muehle', rules: ruleSet('lasker') })
  expect(groupOf(ruleSet('halma'))).toBeNull()
})

it('another revision has another fingerprint', () => {
  const group = groupOf(ruleSet('muehle'))!
  const file = writeTable(
    { fingerprint: group.fingerprint, w: 3, b: 3, counts: { n: 0, win: 0, loss: 0, draw: 0, max: 0 } },
    new Uint8Array(169_626),
    deflateBlock,
  )
  return Promise.all([
    expect(openTable(ruleSet('muehle'), file)).resolves.toMatchObject({ own: 3, enemy: 3 }),
    expect(openTable({ ...ruleSet('muehle'), revision: 2 }, file)).rejects.toThrow(UnusableTable),
    expect(openTable(ruleSet('merels'), file)).rejects.toThrow(UnusableTable),
  ])
})

it('a file with any changed byte is never read', async () => {
  const { rules, fingerprint } = groupOf(ruleSet('merels'))!
  const values = Uint8Array.from({ length: 169_626 }, (_, index) => (index * index) % 251)
  const counts = { n: 0, win: 0, loss: 0, draw: 0, max: 0 }
  const file = writeTable({ fingerprint, w: 3, b: 3, counts }, values, deflateBlock)
  expect((await openTable(rules, file)).values).toEqual(values)
  const random = randomNumbers(SEED)
  const places = [0, 5, 9, 20, file.length - 1]
  while (places.length < 40) places.push(Math.floor(random.next().value * file.length))
  for (const at of places) {
    const changed = file.slice()
    changed[at]! ^= 1 << Math.floor(random.next().value * 8)
    await expect(openTable(rules, changed), `SEED=${SEED} byte ${at}`).rejects.toThrow(UnusableTable)
  }
  for (const length of [0, 4, 12, 300, file.length - 1])
    await expect(openTable(rules, file.slice(0, length))).rejects.toThrow(UnusableTable)
})

it.each([
  ['muehle', { n: 2_691_920, win: 2_232_160, loss: 455_648, draw: 4_112, max: 26 }],
  ['merels', { n: 2_691_920, win: 1_442_092, loss: 635_704, draw: 614_124, max: 39 }],
] as const)('%s has the known counts with three stones each', async (id, counts) => {
  const table = (await loadTable([SHIPPED], groupOf(ruleSet(id))!, 3, 3))!
  expect(table.counts).toEqual(counts)
  expect(countValues(table.placements, table.values)).toEqual(counts)
})

// the smallest of a group without flying takes a second; the soak test builds all
describe.each(SOAK ? TABLE_GROUPS : [groupOf(ruleSet('merels'))!])('$id built again', (group) => {
  it('has the same values as the shipped files', { timeout: 3_600_000 }, async () => {
    const solved: SolvedSet[] = []
    const captured = (own: number, enemy: number) =>
      solved.find(({ placements }) => placements.own === own && placements.enemy === enemy)!
    for (const pair of pairsUpTo(group.rules, SOAK ? 8 : 6)) {
      solved.push(...solvePair(group.rules, pair, captured))
      for (const { placements, values } of solved.slice(-2)) {
        const { own, enemy } = placements
        const table = (await loadTable([SHIPPED], group, own, enemy))!
        expect(Buffer.compare(table.values, values), `${own}-${enemy}`).toBe(0)
        expect(countValues(placements, values)).toEqual(table.counts)
      }
    }
  })
})

describe.each(TABLE_GROUPS)('tables of $id', (group) => {
  const { rules } = group
  let tables: Map<string, Table>
  let source: ValueSource
  const random = randomNumbers(SEED)

  beforeAll(async () => {
    tables = await shipped(group)
    source = sourceOf(tables)
  })

  it('agree with a plain search', () => {
    for (const [stones, table] of tables) {
      // a flying side has many moves
      const depth = rules.flying && stones.includes('3') ? 3 : 5
      for (const [own, enemy] of somePlacements(table, SOAK ? 500 : 25, random)) {
        const byte = lookUp(table, own, enemy)
        const expected = byte <= depth ? byte : null
        expect(searchPlies(rules, own, enemy, depth), `SEED=${SEED} ${own} ${enemy}`).toBe(expected)
      }
    }
  })

  it('agree with their successors, and mirror images with each other', async () => {
    const symmetries = millSymmetries(rules)
    for (const table of tables.values())
      for (const [own, enemy] of somePlacements(table, SOAK ? 1000 : 25, random)) {
        const text = textOf(rules, own, enemy)
        const { value, plies } = await judgePosition(rules, source, text)
        const moves = (await judgeMoves(rules, source, text))!
        const message = `SEED=${SEED} ${text}`
        expect(moves.map(({ move }) => move).sort(), message).toEqual(legalMoves(rules, text))
        if (moves.length > 0)
          expect({ value, plies }, message).toEqual({ value: moves[0]!.value, plies: moves[0]!.plies })
        else expect({ value, plies }, message).toEqual({ value: 'loss', plies: 0 })
        for (let symmetry = 0; symmetry < symmetries.count; symmetry++)
          expect(
            lookUp(table, symmetries.apply(symmetry, own), symmetries.apply(symmetry, enemy)),
            message,
          ).toBe(lookUp(table, own, enemy))
      }
  })

  it('judge each move as the position after it, the best first', async () => {
    const table = tables.get('4-4')!
    for (const [own, enemy] of somePlacements(table, SOAK ? 500 : 15, random)) {
      const text = textOf(rules, own, enemy)
      const moves = (await judgeMoves(rules, source, text))!
      const ranks = moves.map(({ value, plies }) =>
        value === 'win' ? plies! : value === 'draw' ? 1000 : 3000 - plies!,
      )
      for (const [n, { move, value, plies }] of moves.entries()) {
        const turn = playTurn(rules, text, move)
        if (!turn.ok) throw new Error(turn.error.message)
        const after = await judgePosition(rules, source, turn.value.position)
        const opposite = { win: 'loss', loss: 'win', draw: 'draw' }[after.value!]
        expect({ value, plies }).toEqual({
          value: opposite,
          plies: after.plies === null ? null : after.plies + 1,
        })
        if (n === 0) continue
        expect(ranks[n]! > ranks[n - 1]! || (ranks[n] === ranks[n - 1] && move > moves[n - 1]!.move)).toBe(
          true,
        )
      }
    }
  })

  it('a line of best play is legal, as long as the value says, and ends the game', async () => {
    for (const table of tables.values())
      for (const [own, enemy] of somePlacements(table, SOAK ? 100 : 5, random)) {
        let position = textOf(rules, own, enemy)
        const byte = lookUp(table, own, enemy)
        const line = await bestLine(rules, source, position)
        expect(line, `SEED=${SEED} ${position}`).toHaveLength(byte === DRAW ? 0 : byte)
        for (const [ply, move] of line.entries()) {
          const turn = playTurn(rules, position, move)
          if (!turn.ok) throw new Error(turn.error.message)
          position = turn.value.position
          expect(turn.value.outcome !== null && turn.value.outcome.winner !== null).toBe(
            ply === line.length - 1,
          )
        }
      }
  })
})

describe('what tables say about a position', () => {
  const group = groupOf(ruleSet('muehle'))!
  const { rules } = group
  let source: ValueSource
  beforeAll(async () => {
    source = sourceOf(await shipped(group))
  })
  const judge = (text: string) => judgePosition(rules, source, trustedPosition(text))

  it('stones in hand and sets without a table are not covered', async () => {
    const none = { covered: false, value: null, plies: null, claimable: false }
    expect(await judge('www/bbb/.../....../.../.../... w 1 0 0 20')).toEqual(none)
    expect(
      await judge('www/bbb/ww./......./.../.../... w 0 0 0 20'.replace('.......', '......')),
    ).not.toEqual(none)
    const many = trustedPosition('www/bbb/www/bbb.../.../.../... w 0 0 0 20')
    expect(await judge(many)).toEqual(none)
    expect(await judgeMoves(rules, source, many)).toBeNull()
    expect(await bestLine(rules, source, many)).toEqual([])
  })

  it('a position that is over is lost in 0 plies and has no moves', async () => {
    const over = trustedPosition('ww./bbb/.../....../.../.../... w 0 0 0 20')
    expect(await judge(over)).toMatchObject({ covered: true, value: 'loss', plies: 0 })
    expect(await judgeMoves(rules, source, over)).toEqual([])
  })

  it('a mill that takes the third stone wins in one', async () => {
    const text = trustedPosition('ww./..w/..b/....../.b./.../..b w 0 0 0 20')
    expect(await judge(text)).toEqual({ covered: true, value: 'win', plies: 1, claimable: false })
    expect((await bestLine(rules, source, text))[0]).toMatch(/^f6-g7x/)
  })

  it('is claimable if the win takes longer than the quiet moves that are left', async () => {
    const table = (await loadTable([SHIPPED], group, 3, 3))!
    const index = table.values.findIndex((byte) => byte > 20 && byte !== DRAW)
    table.placements.find(index)
    const plies = decodePlies(table.values[index]!)!
    const at = (quiet: number) =>
      judge(textOf(rules, table.placements.foundOwn, table.placements.foundEnemy, `w 0 0 ${quiet} 60`))
    expect(await at(100 - plies)).toMatchObject({ claimable: false, value: decodeValue(plies), plies })
    expect(await at(101 - plies)).toMatchObject({ claimable: true, value: decodeValue(plies), plies })
  })

  it('quiet moves do not end a position, not even where they draw the game by themselves', async () => {
    const moulin = ruleSet('moulin')
    const text = trustedPosition('ww./..w/..b/....../.b./.../..b w 0 0 100 70')
    expect(await judgePosition(moulin, source, text)).toMatchObject({ value: 'win', plies: 1 })
    expect((await judgeMoves(moulin, source, text))!.length).toBeGreaterThan(10)
  })
})

it('where taking is optional, leaving a stone can win faster: the opponent has no move', () => {
  const text = trustedPosition('.../bw./bbb/ww.w../w../.../... w 0 0 0 40')
  const { white, black } = decodeMillPosition(ruleSet('molenspel'), text).stones
  expect(searchPlies(ruleSet('molenspel'), white, black, 3)).toBe(1)
  expect(searchPlies(ruleSet('muehle'), white, black, 3)).toBeNull()
})

it('a file lies where its group and its stones say', () => {
  expect(tablePath('/data', groupOf(ruleSet('moulin'))!, 3, 4)).toBe('/data/muehle/3-4.table')
  expect(millTables(groupOf(ruleSet('moulin'))!.rules).flying).toBe(true)
})
