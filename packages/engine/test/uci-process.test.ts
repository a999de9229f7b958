import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))

let engine: ChildProcessWithoutNullStreams
const printed: string[] = []
let waiting = () => {}

function start(): void {
  printed.length = 0
  const program = ['--conditions=tegenzet-source', '--import', 'tsx', 'packages/engine/bin/cli.ts']
  engine = spawn(process.execPath, program, { cwd: ROOT })
  createInterface({ input: engine.stdout }).on('line', (line) => {
    printed.push(line)
    waiting()
  })
}
afterEach(() => engine.kill())

const say = (...lines: string[]) => engine.stdin.write(lines.map((line) => `${line}\n`).join(''))

/** Waits for a line that matches, from `from` on. */
async function until(pattern: RegExp, from = 0): Promise<string> {
  for (;;) {
    const found = printed.slice(from).find((line) => pattern.test(line))
    if (found) return found
    await new Promise<void>((resolve) => {
      waiting = resolve
    })
  }
}

it('answers isready while it searches, and stops when told', async () => {
  start()
  say('uci', 'isready')
  await until(/^readyok$/)
  say('go infinite')
  await until(/^info depth 4 /)
  const from = printed.length
  say('isready')
  await until(/^readyok$/, from)
  say('stop')
  const best = await until(/^bestmove [a-g]\d$/)
  expect(printed.at(-1)).toBe(best)
  say('quit')
  expect(await once(engine, 'exit')).toEqual([0, null])
})

it('plays an ending by its tables, unless they are switched off', async () => {
  start()
  // found in the tables: a win in 15 plies, too far for one ply of search
  const ending = 'b../.../.w./w....w/..b/.../b.. w 0 0 0 30'
  say(`position fen ${ending}`, 'setoption name Tables value false', 'go depth 1')
  await until(/^bestmove/)
  expect(printed.at(-2)).toMatch(/ score cp /)
  const from = printed.length
  say('setoption name Tables value true', 'go depth 1')
  await until(/^bestmove/, from)
  expect(printed.at(-2)).toMatch(/ score mate \d+ /)
})

it('answers everything in a file of commands before it ends', async () => {
  start()
  engine.stdin.end(
    'uci\nnonsense\nposition startpos moves d6\ngo depth 3\nposition startpos moves d6 d6\ngo nodes 500\n',
  )
  expect(await once(engine, 'exit')).toEqual([0, null])
  expect(printed.filter((line) => /^(bestmove|info string error)/.test(line))).toEqual([
    expect.stringMatching(/^info string error move 2: /),
    expect.stringMatching(/^bestmove/),
    expect.stringMatching(/^bestmove/),
  ])
})
