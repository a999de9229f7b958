/**
 * How a block is checked: by a test, which runs it as written unless `instead` says what is different and why, or not, for
 * a reason.
 */
export type Check = { start: string; by: string; instead?: string } | { start: string; notRun: string }

const HERE = 'apps/api/test/documented-commands'
const EMBEDDED = `${HERE}/on-embedded.alone.test.ts`
const API = `${HERE}/against-a-server.alone.test.ts`
const PROGRAMS = `${HERE}/programs.alone.test.ts`
const POSTGRES = `${HERE}/on-postgres.postgres.test.ts`
const NOT_A_COMMAND = 'not a command'

const by = (test: string, start: string, instead?: string): Check => ({
  start,
  by: test,
  ...(instead !== undefined && { instead }),
})
const notRun = (start: string, reason: string): Check => ({ start, notRun: reason })

/** Each block of the documents, in any order. A document with one check has all its blocks checked by that test. */
export const CHECKS: Record<string, Check[] | { by: string }> = {
  'README.md': [
    by(
      'apps/api/test/start/start-command.alone.test.ts',
      'npm start',
      'only its first line: the second one runs the tests',
    ),
  ],
  'clients/python/README.md': [
    notRun('from tegenzet import', 'follows events for ever; python-bot.test.ts makes these calls'),
  ],
  'docs/adding-a-game.md': [
    by(
      PROGRAMS,
      'npx -y pnpm@10.34.9 rules perft',
      'only its first line, with the id of a game: the others run tests, record the API and run `dev`, which have tests of their own',
    ),
  ],
  'docs/api-guide.md': { by: 'apps/e2e/test/api-guide.test.ts' },
  'docs/arbiters.md': [
    notRun('GET  /api/v1/admin/claims', 'requests, whose paths documented-names.test.ts looks up'),
  ],
  'docs/architecture.md': [
    notRun('apps/', NOT_A_COMMAND),
    notRun('app.ts, server.ts', NOT_A_COMMAND),
    notRun('const result = await', NOT_A_COMMAND),
  ],
  'docs/bots.md': [
    by(
      API,
      'TEGENZET_URL=https://… TEGENZET_TOKEN=tz_… npx -y pnpm@10.34.9 bot --level',
      'a server of the test; ends after its first move',
    ),
    notRun(
      'TEGENZET_URL=https://… TEGENZET_TOKEN=tz_… npx -y pnpm@10.34.9 bot --think',
      'needs Sanmill; foreign-engines.test.ts has engines of its own',
    ),
    by('apps/e2e/third-party/python-bot.test.ts', 'import os'),
  ],
  'docs/contributing.md': [
    notRun('git clone', '`dev` watches for ever; start-command.test.ts looks at what it would start'),
  ],
  'docs/oauth.md': [
    ...['HOST=', 'echo "$HOST', 'curl -s $HOST/api/v1/oauth/token -d grant_type=authorization_code'].map(
      (start) => by(API, start, 'a server, an app and an answer of a player of the test'),
    ),
    ...[
      'curl -s "$HOST',
      'curl -s $HOST/api/v1/oauth/token -d grant_type=refresh_token',
      'curl -s $HOST/api/v1/oauth/revoke',
    ].map((start) => by(API, start)),
  ],
  'docs/operating.md': [
    by('apps/api/test/start/server-package.postgres.test.ts', 'npx -y ./tegenzet-'),
    notRun('npx -y pnpm@10.34.9 pack:server', 'builds everything; image.soak.test.ts runs it'),
    notRun('npm start', 'the command of README.md'),
    by(EMBEDDED, 'npx -y pnpm@10.34.9 tegenzet doctor'),
    by(POSTGRES, 'cp deploy/env.example .env', 'programs in place of Docker and of `git pull`'),
    by(
      'apps/api/test/documents/image.soak.test.ts',
      'docker build',
      'the steps of the Dockerfile without Docker',
    ),
    by(POSTGRES, 'DATABASE_URL=postgres://… SECRET=', 'a database of the test'),
    notRun('apt-get install --yes curl', 'installs Node from the network, as root'),
    by(POSTGRES, 'apt-get install --yes postgresql', 'programs in place of apt and runuser'),
    by(POSTGRES, 'useradd', 'programs in place of useradd, npm and systemctl; folders of the test'),
    by(POSTGRES, 'cd /opt/tegenzet/lib', 'programs in place of systemctl and systemd-run'),
    by(EMBEDDED, 'mkdir -p /etc/systemd/journald', 'a folder of the test; a program in place of systemctl'),
    by(
      EMBEDDED,
      'apt-get install --yes caddy',
      'folders of the test; programs in place of apt and systemctl',
    ),
    by(EMBEDDED, 'npx -y pnpm@10.34.9 tegenzet backup', 'a folder of the test'),
    by(POSTGRES, '(umask 077', 'a program in place of Docker, with Postgres of this machine'),
    by(POSTGRES, 'runuser -u postgres -- psql', 'programs in place of runuser'),
    by(EMBEDDED, 'docker exec', 'a program in place of Docker, with the build of this machine'),
    notRun('archive_mode', 'settings of Postgres itself'),
    notRun('restore_command', 'settings of Postgres itself'),
    notRun('git pull', 'the command of README.md on a newer checkout; upgrades.test.ts upgrades databases'),
    by(EMBEDDED, 'SITE_NAME', 'the settings are read'),
    by(EMBEDDED, 'WITHOUT', 'the settings are read'),
    by(EMBEDDED, 'npx -y pnpm@10.34.9 tegenzet admin remove-factors'),
    by(EMBEDDED, 'OIDC_ISSUER', 'the settings are read'),
    by(EMBEDDED, 'SMTP_URL', 'the settings are read'),
  ],
  'docs/records.md': [
    by(PROGRAMS, 'npx -y pnpm@10.34.9 -s records read', 'a file of the test'),
    by(PROGRAMS, '{"rules":"merels"'),
    by(PROGRAMS, 'npx -y pnpm@10.34.9 -s records write', 'a file of the test'),
    ...[
      '[Event "The',
      '[SetUp',
      '[Rules "halma"]',
      '{A short',
      '1. d6 {[%csl',
      '1. d6 $1',
      '1. d6 f4 (1...',
      '[White "Anna"]',
      '[Event "Rated',
      '  1.D6!',
      '[GameType',
    ].map((start) => by('packages/records/src/records.test.ts', start)),
  ],
  'docs/rules.md': [notRun('a7 ------', NOT_A_COMMAND), notRun('point     =', NOT_A_COMMAND)],
  'docs/scaling.md': [
    by(
      EMBEDDED,
      'DATABASE_URL=postgres://tegenzet@pgbouncer',
      'the settings are read; apps/api/test/scale uses such ones',
    ),
  ],
  'docs/tables.md': [
    by(API, "curl 'https://tegenzet.example", 'a server of the test'),
    by(PROGRAMS, "$ echo 'ww./"),
    by(PROGRAMS, 'npx -y pnpm@10.34.9 tables build', 'up to eight stones, which ship: nine take hours'),
    by(
      PROGRAMS,
      'npx -y pnpm@10.34.9 tables verify',
      'only its second line: verifying takes a minute; build.test.ts verifies one set',
    ),
  ],
  'docs/webhooks.md': [
    by(API, 'curl -X POST', 'a server of the test and its token'),
    notRun('POST /tegenzet', NOT_A_COMMAND),
    by('apps/api/test/documents/webhooks-doc.alone.test.ts', 'import { createServer }'),
    by('apps/e2e/third-party/python-receiver.test.ts', 'import base64'),
    by('apps/api/test/documents/webhooks-doc.alone.test.ts', 'key='),
  ],
  'packages/client/README.md': [
    by(
      'apps/api/test/documents/client-package.alone.test.ts',
      'cd packages/client',
      'without a second build and without the network',
    ),
    by('apps/api/test/documents/client-package.alone.test.ts', '{ "compilerOptions"'),
    by('apps/api/test/documents/client-package.alone.test.ts', 'import { createClient'),
    by('apps/api/test/documents/client-package.alone.test.ts', 'const { puzzle }'),
  ],
  'packages/engine/README.md': [
    by('packages/engine/src/readme.test.ts', 'import { bestMove }'),
    by(PROGRAMS, '> uci'),
    notRun('node --conditions', 'takes hours'),
  ],
  'packages/ratings/README.md': [by(PROGRAMS, 'const white')],
}
