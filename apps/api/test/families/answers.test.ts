import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const run = promisify(execFile)

const ANSWERS = /\bByFamily<|\[(Name in FamilyName|Kind in BoardShape)|Record<RuleSet\['board'\]/

/** The sources that give an answer for each family. */
async function answeringFiles(): Promise<string[]> {
  const list = ['-c', 'safe.directory=*', 'ls-files', '-co', '--exclude-standard']
  const { stdout } = await run('git', list, { cwd: ROOT, maxBuffer: 2 ** 26 })
  return stdout
    .split('\n')
    .filter((path) => /^(apps|packages)\/\w+\/(src|texts|build)\/.*(?<!\.test|\/by-family)\.ts$/.test(path))
    .filter((path) => existsSync(join(ROOT, path)))
    .filter((path) => ANSWERS.test(readFileSync(join(ROOT, path), 'utf8')))
}

/** Adds the third family to the types, as rule-set.ts would. */
const THIRD = `
import type { ThreeInARowRules } from '${ROOT}/packages/rules/test/three-in-a-row/rules.ts'
declare module '${ROOT}/packages/rules/src/rule-set.ts' {
  interface RulesByFamily {
    readonly 'three-in-a-row': ThreeInARowRules
  }
}
export type { ThreeInARowRules }
`

/** The files of a project in which the compiler misses an answer of the third family. */
async function incomplete(project: string, files: readonly string[]): Promise<string[]> {
  const folder = await mkdtemp(join(ROOT, project, 'node_modules', '.third-family-'))
  try {
    await writeFile(join(folder, 'third-family.ts'), THIRD)
    const config = {
      extends: join(ROOT, project, 'tsconfig.json'),
      compilerOptions: { noEmit: true },
      include: [],
      files: ['third-family.ts', ...files.map((file) => join(ROOT, file))],
    }
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const compiler = join(ROOT, 'node_modules/@typescript/native/bin/tsc')
    const { stdout } = await run(process.execPath, [compiler, '-p', folder], { cwd: folder }).catch(
      (error: { stdout: string }) => error,
    )
    const missing = /^(\S+?)\(\d+,\d+\): error TS2741: Property '"three-in-a-row"' is missing/gm
    return Array.from(stdout.matchAll(missing), ([, path]) => relative(ROOT, resolve(folder, path!)))
  } finally {
    await rm(folder, { recursive: true })
  }
}

it('a new family is a type error in every file that answers for the families', async () => {
  const answering = await answeringFiles()
  const isWeb = (path: string) => path.startsWith('apps/web/')
  const web = await incomplete('apps/web', answering.filter(isWeb))
  const others = await incomplete(
    'apps/api',
    answering.filter((path) => !isWeb(path)),
  )
  expect([...new Set([...web, ...others])].sort()).toEqual(answering.sort())
})

it('the guide names them', async () => {
  const guide = readFileSync(join(ROOT, 'docs/adding-a-game.md'), 'utf8')
  expect((await answeringFiles()).filter((file) => !guide.includes(`\`${file}\``))).toEqual([])
})
