import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { blockOf } from './read-blocks.ts'
import { runBlock } from './run-block.ts'

const directory = mkdtempSync(join(tmpdir(), 'tegenzet-programs-'))
afterAll(() => rmSync(directory, { recursive: true }))
/** Makes a file. @returns its path */
const file = (name: string, content: string) => {
  writeFileSync(join(directory, name), content)
  return join(directory, name)
}

it('docs/records.md: records are read as it shows, and written', async () => {
  const block = (start: string) => blockOf('docs/records.md', start)
  const games = { 'games.pgn': file('games.pgn', '1. d6 f4 *\n') }
  const line = await runBlock(block('npx -y pnpm@10.34.9 -s records read'), { replace: games })
  const shown = block('{"rules":"merels"').replace('[…]', '[]')
  expect({ ...JSON.parse(line), tree: null }).toEqual({ ...JSON.parse(shown), tree: null })
  const lines = { 'lines.jsonl': file('lines.jsonl', line) }
  const written = await runBlock(block('npx -y pnpm@10.34.9 -s records write'), { replace: lines })
  expect(written).toContain('1. d6 f4 *')
})

it('docs/tables.md: a value is printed as it shows, and tables that ship need no build', async () => {
  const block = (start: string) => blockOf('docs/tables.md', start)
  const [command = '', answer] = block("$ echo 'ww./").split('\n')
  expect((await runBlock(command.replace('$ ', ''))).trim()).toBe(answer)
  const built = await runBlock(block('npx -y pnpm@10.34.9 tables build'), {
    env: { DATA_DIR: directory },
    replace: { 'muehle 9': 'muehle 8 2>&1' },
  })
  expect(built).toContain('every set up to 8 stones is there')
  const [, count = ''] = block('npx -y pnpm@10.34.9 tables verify').split('\n')
  expect(JSON.parse(await runBlock(count))).toMatchObject({ w: 3, b: 4, n: 12_113_640 })
})

it('docs/adding-a-game.md: the first command counts the moves of a game', async () => {
  const [perft = ''] = blockOf('docs/adding-a-game.md', 'npx -y pnpm@10.34.9 rules perft').split('\n')
  expect(await runBlock(perft, { replace: { ' ID ': ' muehle ' } })).toContain('4 255024')
})

it('packages/engine/README.md: the engine answers a UCI session as it shows', async () => {
  const session = blockOf('packages/engine/README.md', '> uci').split('\n')
  const input = session.filter((line) => line.startsWith('> ')).map((line) => `${line.slice(2)}\n`)
  const output = await runBlock('npx -y pnpm@10.34.9 -s engine', { input: input.join('') })
  for (const line of ['id name Tegenzet', 'uciok', 'info depth 1 multipv 1 score cp', 'bestmove '])
    expect(output).toContain(line)
})

it('packages/ratings/README.md: ratings are what it shows', async () => {
  const lines = blockOf('packages/ratings/README.md', 'const white').split('\n')
  const [, expression = '', shown = ''] = /^(.*?) +\/\/ (.*)$/.exec(lines.at(-1)!)!
  const names = "import { grow, NEW_PLAYER, rateGame } from '@tegenzet/ratings'"
  const program = [names, ...lines.slice(0, -1), `console.log(JSON.stringify(${expression}))`].join('\n')
  const output = await runBlock('node --import tsx --input-type=module --eval "$PROGRAM"', {
    cwd: import.meta.dirname,
    env: { PROGRAM: program },
  })
  for (const [, name, start] of shown.matchAll(/(\w+): ([\d.]+)…/g))
    expect(output).toContain(`"${name}":${start}`)
})
