import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const home = fileURLToPath(new URL('..', import.meta.url))

it('the example in the README plays a game to its end', async () => {
  const [, program] = /```js\n([\s\S]*?)```/.exec(readFileSync(`${home}/README.md`, 'utf8')) ?? []
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program ?? ''],
    { cwd: home, timeout: 100_000 },
  )
  expect(stdout).toMatch(/^(white|black|nobody) wins by [a-z-]+ after \d+ plies\n$/)
})
