import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { openMailbox } from '../../api/test/server/mailbox.ts'
import { differences, readSteps } from '../src/guide.ts'
import { startServer } from '../src/server.ts'

const GUIDE = new URL('../../../docs/api-guide.md', import.meta.url)
const run = promisify(execFile)
/** Separates the outputs of two steps. */
const MARK = '--- the next step ---'

test('every step of the guide works as written, in one shell with curl only', async () => {
  const box = await openMailbox()
  const server = await startServer(box.env)
  const directory = mkdtempSync(join(tmpdir(), 'tegenzet-guide-'))
  try {
    const steps = readSteps(GUIDE)
    expect(steps.length).toBeGreaterThan(10)
    const script = steps.map(({ shell }) => `${shell}\nprintf '\\n%s\\n' '${MARK}'\n`).join('')
    const shell = run('bash', ['-euo', 'pipefail', '-c', script], {
      cwd: directory,
      env: { PATH: process.env.PATH, HOME: directory, HOST: server.url },
      timeout: 120_000,
    })
    // what a reader would paste
    shell.child.stdin!.end(`${await box.tokenTo('anna@example.org', 'verify-email')}\n`)
    const { stdout } = await shell
    const outputs = stdout.split(`\n${MARK}\n`)
    for (const [i, { line, shown }] of steps.entries()) {
      const output = outputs[i]!
      const where = `docs/api-guide.md:${line} printed ${output}`
      // Of a stream, only the first line is compared.
      if (shown?.language === 'json')
        expect(
          differences(JSON.parse(shown.text), JSON.parse(output.trim().split('\n{', 1)[0]!)),
          where,
        ).toEqual([])
      if (shown?.language === 'text') expect(output, where).toContain(shown.text.trim())
    }
  } finally {
    rmSync(directory, { recursive: true, force: true })
    await server.close()
    await box.close()
  }
})
