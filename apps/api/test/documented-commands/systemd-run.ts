import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'

/**
 * `systemd-run` without systemd: runs a command with the environment and in the folder that the properties name, and writes
 * down the environment. It leaves the user as it is.
 */
const [, , ...words] = process.argv
const end = words.indexOf('--')
const options = words.slice(0, end)
const [program = '', ...args] = words.slice(end + 1)

const properties = options
  .filter((option) => option.startsWith('--property='))
  .map((option) => /^--property=(\w+)=(.*)$/.exec(option)!.slice(1) as [string, string])
const valuesOf = (wanted: string) => properties.filter(([name]) => name === wanted).map(([, value]) => value)

/** Lines of a file of settings: everything after the first `=` is the value. */
const settingsOf = (file: string) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => /^\w+=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)])
const assigned = valuesOf('Environment').flatMap((value) => value.split(' ').map((word) => word.split('=')))
// a file goes before what the unit sets
const environment = Object.fromEntries([...assigned, ...valuesOf('EnvironmentFile').flatMap(settingsOf)])

for (const option of [
  '--quiet',
  '--collect',
  '--pipe',
  '--wait',
  '--property=User=tegenzet',
  '--property=UMask=0077',
])
  if (!options.includes(option)) throw new Error(`without ${option}`)
writeFileSync(process.env.ENVIRONMENT!, JSON.stringify(environment))
const [cwd] = valuesOf('WorkingDirectory')
// Postgres is where the test has started it
const { PATH, PGHOST, PGPORT } = process.env
const { status } = spawnSync(program, args, {
  cwd,
  env: { PATH, PGHOST, PGPORT, ...environment },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
