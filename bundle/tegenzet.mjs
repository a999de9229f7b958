#!/usr/bin/env node
// `tegenzet COMMAND`: the commands of the package (bundle/pack-server.mjs), and of a checkout after `pnpm build`.

import { existsSync } from 'node:fs'

/** The programs of the bundle, by command. */
const PROGRAMS = {
  start: 'server',
  doctor: 'doctor',
  backup: 'backup',
  restore: 'backup',
  admin: 'admin',
  demo: 'demo',
  explorer: 'explorer',
  ratings: 'ratings',
  records: 'records',
  results: 'results',
  rules: 'rules',
  tables: 'tables',
}
/** These are given their own name too. */
const NAMED = ['backup', 'restore']
const [LEAST_MAJOR, LEAST_MINOR] = [20, 19]

const [command = ''] = process.argv.slice(2)
const program = Object.hasOwn(PROGRAMS, command) ? PROGRAMS[command] : null
const [major, minor] = process.versions.node.split('.').map(Number)
if (major < LEAST_MAJOR || (major === LEAST_MAJOR && minor < LEAST_MINOR)) {
  console.error(
    `Tegenzet needs Node ${LEAST_MAJOR}.${LEAST_MINOR} or newer. This is Node ${process.versions.node}.`,
  )
  process.exitCode = 1
} else if (program && !existsSync(new URL(`../apps/api/dist/${program}.js`, import.meta.url))) {
  console.error('Nothing is built yet: `npm start` or `pnpm build` does that.')
  process.exitCode = 1
} else if (program) {
  if (!NAMED.includes(command)) process.argv.splice(2, 1)
  await import(`../apps/api/dist/${program}.js`)
} else {
  const usage = `usage: tegenzet ${Object.keys(PROGRAMS).join('|')} [ARGUMENT]…\nData is in DATA_DIR, by default .data in this folder.`
  const isAsked = ['help', '--help'].includes(command)
  if (isAsked) console.info(usage)
  else console.error(usage)
  process.exitCode = isAsked ? 0 : 2
}
