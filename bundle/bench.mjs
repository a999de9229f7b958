// `pnpm bench NAME [ARGUMENTS]`: builds what a benchmark needs and runs it. Without a name it lists them. What each one
// prepares and prints is said at the top of its file.

import { spawnSync } from 'node:child_process'

const SOURCES = '--conditions=tegenzet-source'
const api = (name) => `apps/api/bench/${name}.ts`
const page = (name) => `apps/e2e/bench/${name}.ts`

/** `tasks` of turbo come first; `sockets`: more open files than usual. */
const BENCHES = {
  rules: { measures: 'Speed of the rules', files: ['packages/rules/bench/bench.ts'] },
  engine: {
    measures: 'Speed and strength of the engine, with --against COMMAND against any UCI program',
    node: [SOURCES],
    files: ['apps/bot/bench/engine.ts'],
  },
  agreement: {
    measures: 'How many moves of each built-in level agree with the engine as admins see it',
    node: [SOURCES],
    files: [api('agreement')],
  },
  tables: {
    measures: 'How long opening an endgame table and reading positions take',
    files: ['packages/tables/bench/bench.ts', page('open-tables')],
  },
  moves: {
    measures: 'Moves per second over HTTP, next to a bare route and pgbench. Needs PostgreSQL',
    tasks: ['build'],
    files: [api('move-path')],
  },
  disk: {
    measures: 'What synchronising costs the embedded database, on this disk and on one that takes 10 ms',
    tasks: ['build', 'db:template'],
    files: [api('disk')],
  },
  evening: {
    measures:
      'Memory in an evening of a club of ten, and how long it takes from an empty folder. Needs Linux',
    tasks: ['build', 'db:template'],
    files: [api('evening')],
  },
  reads: {
    measures: 'Reads per second over HTTP, next to a bare route. Needs PostgreSQL; with embedded not',
    tasks: ['build'],
    files: [api('reads')],
  },
  grown: {
    measures:
      'What every GET and periodic task reads of a small site and of one after a year, with plans. Needs PostgreSQL',
    tasks: ['build'],
    files: [api('grown')],
  },
  scale: {
    measures: 'Size and speed with 10 million moves stored. Needs PostgreSQL',
    tasks: ['build'],
    files: [api('scale')],
  },
  explorer: {
    measures: 'How long the explorer and the search by position take with a million games',
    files: [api('explorer')],
  },
  length: { measures: 'How long calls take in a short and in a very long game', files: [api('game-length')] },
  halma: {
    measures: 'What a move costs in short and in long games of Halma. Needs Linux and PostgreSQL',
    tasks: ['build'],
    files: [api('halma')],
  },
  outbox: {
    measures: 'Events per second that become notifications, pushes and webhook calls. Needs PostgreSQL',
    files: [api('outbox')],
  },
  live: {
    measures:
      'Time from a move to the opponent’s socket with 10,000 open, next to the ws library alone. Needs PostgreSQL',
    tasks: ['build'],
    sockets: true,
    files: [api('live')],
  },
  returns: {
    measures:
      'What it costs when 10,000 pages connect again after a restart, next to the ws library alone. Needs Linux and PostgreSQL',
    tasks: ['build'],
    sockets: true,
    files: [api('returns')],
  },
  standings: {
    measures: 'What reading the standings of 504 players costs. Needs Linux and PostgreSQL',
    tasks: ['build'],
    files: [api('standings')],
  },
  tournament: {
    measures: 'Start of a tournament of 500 entrants, and moves meanwhile. Needs PostgreSQL',
    tasks: ['build'],
    files: [api('tournament')],
  },
  open: {
    measures: 'How long a page takes to open on a slow phone. Needs Chromium',
    tasks: ['build'],
    files: ['open-game', 'first-visit', 'player-pages', 'frames', 'review'].map(page),
  },
}

const [name = '--help', ...args] = process.argv.slice(2)
const bench = BENCHES[name]
if (!bench) {
  const lines = Object.entries(BENCHES).map(([name, { measures }]) => `  ${name.padEnd(12)} ${measures}`)
  console.log(['pnpm bench NAME [ARGUMENTS]', '', ...lines].join('\n'))
  process.exit(name === '--help' ? 0 : 2)
}
const { tasks = [], node = [], sockets = false, files } = bench
if (tasks.length > 0) run('turbo', ['run', ...tasks])
for (const file of files) {
  const command = [process.execPath, ...node, '--import', 'tsx', file, ...args]
  if (sockets) run('sh', ['-c', 'ulimit -n 16384 && exec "$@"', 'bench', ...command])
  else run(command[0], command.slice(1))
}

function run(program, args) {
  const { status } = spawnSync(program, args, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
