import { legalMoves, RULE_SET_IDS, ruleSet, startPosition } from '@tegenzet/rules'
import { describe, expect, it } from 'vitest'
import { bestLines } from '../best-lines.ts'
import type { Report, SearchTask } from './search-task.ts'
import { UciSession } from './uci-session.ts'

/** A session whose searches wait for `finish`, if `held`. */
function open({ held = false } = {}) {
  const printed: string[] = []
  const tasks: SearchTask[] = []
  let finish = () => {}
  const session = new UciSession(
    {
      prepare: async () => {},
      async search(task, onDepth, stop): Promise<Report> {
        tasks.push(task)
        const { rules, positions, lines, limits } = task
        const found = bestLines(ruleSet(rules), positions, {
          lines,
          maxDepth: limits.depth ?? 3,
          maxNodes: limits.nodes,
          onDepth: (each) => onDepth({ lines: each, millis: 10 }),
        })
        if (held)
          await new Promise<void>((resolve) => {
            finish = resolve
            stop.addEventListener('abort', () => resolve())
          })
        return { lines: found, millis: 10 }
      },
    },
    (line) => printed.push(line),
  )
  return {
    printed,
    tasks,
    finish: () => finish(),
    say: (...lines: string[]) => {
      for (const line of lines) session.receive(line)
    },
    async answer(...lines: string[]): Promise<string[]> {
      const from = printed.length
      for (const line of lines) session.receive(line)
      await session.finish()
      // readyok comes after a promise
      await new Promise((resolve) => setTimeout(resolve))
      return printed.slice(from)
    },
  }
}

const MATE_1 = 'w.w/.w./.../b...../.../b../..b w 0 0 0 30'
const LOST = 'www/.../.../....../.../b../..b b 0 0 0 30'

describe('uci', () => {
  it('introduces itself and its options', async () => {
    expect(await open().answer('uci')).toEqual([
      'id name Tegenzet',
      'id author the Tegenzet developers',
      `option name Rules type combo default muehle ${RULE_SET_IDS.map((id) => `var ${id}`).join(' ')}`,
      'option name MultiPV type spin default 1 min 1 max 5',
      'option name Tables type check default true',
      'uciok',
    ])
  })

  it('ignores what it does not understand', async () => {
    const nonsense = [
      '',
      '   ',
      'hello',
      'debug on',
      'position',
      'position here',
      'setoption',
      'stop',
      'ponderhit',
    ]
    expect(await open().answer(...nonsense, 'setoption name Hash value 16', 'isready')).toEqual(['readyok'])
  })
})

describe('options', () => {
  it('Rules chooses the rule set and its start position', async () => {
    for (const id of RULE_SET_IDS) {
      const [last] = (await open().answer(`setoption name Rules value ${id}`, 'go depth 1')).slice(-1)
      expect(legalMoves(ruleSet(id), startPosition(ruleSet(id)))).toContain(last!.replace('bestmove ', ''))
    }
  })

  it('MultiPV gives so many lines, the best first, at every depth', async () => {
    const lines = await open().answer('setoption name multipv value 3', 'go depth 2')
    expect(lines.map((line) => line.split(' ').slice(0, 5).join(' '))).toEqual([
      ...[1, 2, 3].map((n) => `info depth 1 multipv ${n}`),
      ...[1, 2, 3].map((n) => `info depth 2 multipv ${n}`),
      lines.at(-1),
    ])
    const first = lines[3]!.split(' pv ')[1]!.split(' ')[0]
    expect(lines.at(-1)).toBe(`bestmove ${first}`)
  })

  it('refuses other values and keeps the option', async () => {
    const session = open()
    const refused = await session.answer(
      'setoption name Rules value chess',
      'setoption name MultiPV value 6',
      'setoption name Tables value maybe',
    )
    expect(refused.map((line) => line.slice(0, 25))).toEqual([
      'info string error Rules: ',
      'info string error MultiPV',
      'info string error Tables:',
    ])
    await session.answer('setoption name Tables value false', 'go depth 1')
    expect(session.tasks).toMatchObject([{ rules: 'muehle', lines: 1, tables: false }])
  })
})

describe('position', () => {
  const positionAfter = async (...lines: string[]) => {
    const session = open()
    const printed = await session.answer(...lines)
    await session.answer('go depth 1')
    return { printed, positions: session.tasks[0]!.positions }
  }

  it('takes a capture as part of the move or as a token of its own', async () => {
    const joined = await positionAfter('position startpos moves d6 a1 f6 a4 b6xa4 d5')
    const apart = await positionAfter('position  startpos moves d6 a1 f6 a4 b6 xa4 d5')
    expect(joined.printed).toEqual([])
    expect(apart).toEqual(joined)
    expect(joined.positions).toHaveLength(7)
  })

  it('takes a position text, and moves from it', async () => {
    const { printed, positions } = await positionAfter(`position fen ${MATE_1} moves d6-b6`)
    expect([printed, positions.length, positions[0]]).toEqual([[], 2, MATE_1])
  })

  it.each([
    'position startpos moves d6 d6',
    'position startpos moves xd6',
    'position startpos moves d6 a1 f6 a4 b6',
    'position startpos moves d6 a1 f6 a4 b6 xa4 xa1',
    'position startpos moves z9',
    'position fen nonsense',
    'position fen',
  ])('reports an error and stays where it was: %s', async (line) => {
    const { printed, positions } = await positionAfter('position startpos moves d6', line)
    expect(printed).toEqual([expect.stringMatching(/^info string error \S/)])
    expect(positions).toHaveLength(2)
  })
})

describe('go', () => {
  it.each([
    ['go depth 4', { depth: 4 }, false],
    ['go nodes 500', { nodes: 500 }, false],
    ['go movetime 250', { millis: 250 }, false],
    ['go depth 4 movetime 250', { depth: 4, millis: 250 }, false],
    ['go infinite', {}, true],
    ['go', { millis: 1000 }, false],
    ['go wtime 300000 btime 300000 winc 0', { millis: 1000 }, false],
    ['go ponder', { millis: 1000 }, false],
    ['go depth', { millis: 1000 }, false],
    ['go depth 3 wtime 9', { depth: 3, millis: 1000 }, false],
  ])('%s', async (line, limits, infinite) => {
    const session = open({ held: infinite })
    await session.answer(line)
    expect(session.tasks[0]!.limits).toEqual(limits)
  })

  it('gives a mate in own moves, negative for the side that loses', async () => {
    const [won] = await open().answer(`position fen ${MATE_1}`, 'go depth 2')
    expect(won).toMatch(/ score mate 1 nodes \d+ nps \d+ time 10 pv \S+x\S+$/)
    // white threatens two mills, and black cannot close one
    const lost = 'w.w/.w./.../b...../.../b../..b b 0 0 0 30'
    const lines = await open().answer(
      'setoption name Rules value merels',
      `position fen ${lost}`,
      'go depth 4',
    )
    expect(lines.at(-2)).toMatch(/ score mate -1 /)
  })

  it('has no move where the game is over', async () => {
    expect(await open().answer(`position fen ${LOST}`, 'go depth 3')).toEqual([
      'info depth 0 score mate 0',
      'bestmove (none)',
    ])
    const again = 'd7-d6 a1-a4 d6-d7 a4-a1'
    const position = 'wwb/.../.../....../.../.../bbw w 0 0 0 30'
    const repeated = await open().answer(
      'setoption name Rules value moulin',
      `position fen ${position} moves ${again} ${again}`,
      'go depth 3',
    )
    expect(repeated).toEqual(['info depth 0 score cp 0', 'bestmove (none)'])
  })

  it('waits with an infinite search for stop, though there is no more to find', async () => {
    const session = open()
    session.say(`position fen ${MATE_1}`, 'go infinite')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(session.printed.at(-1)).toMatch(/^info depth 1 /)
    expect(await session.answer('stop')).toEqual([expect.stringMatching(/^bestmove \S+x/)])
  })

  it('answers isready during a search', async () => {
    const session = open({ held: true })
    session.say('go depth 1', 'isready')
    expect(session.printed.at(-1)).toBe('readyok')
    session.finish()
  })

  it('answers one search after the other, each for the position it was asked in', async () => {
    const lines = await open().answer(
      'go depth 1',
      `position fen ${MATE_1}`,
      'go depth 1',
      `position fen ${LOST}`,
      'go depth 1',
    )
    expect(lines.filter((line) => line.startsWith('bestmove'))).toEqual([
      expect.stringMatching(/^bestmove [a-g]\d$/),
      expect.stringMatching(/^bestmove \S+x/),
      'bestmove (none)',
    ])
  })

  it('prints a line for its move, however tight the limit', async () => {
    const lines = await open().answer('go nodes 1')
    expect(lines).toEqual([
      expect.stringMatching(/^info depth 0 multipv 1 score cp -?\d+ nodes \d+ nps \d+ time 10 pv ([a-g]\d)$/),
      `bestmove ${lines[0]!.split(' ').at(-1)}`,
    ])
  })
})
