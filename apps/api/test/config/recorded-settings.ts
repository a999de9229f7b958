import { writeFileSync } from 'node:fs'
import { environmentSchema } from '../../src/config/environment.ts'

export const SETTINGS_FILE = new URL('../../../../docs/settings.md', import.meta.url)

/** The page of all settings, made from their schema. The command `pnpm settings` writes it. */
export function settingsPage(): string {
  const rows = Object.entries(environmentSchema.shape).map(([name, schema]) => {
    const { description, shownDefault } = schema.meta() ?? {}
    const value = schema.safeParse(undefined).data
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0)
    return `| \`${name}\` | ${shownDefault ?? (isEmpty ? '' : `\`${value}\``)} | ${description} |`
  })
  return `${HEAD}\n${rows.join('\n')}\n`
}

const HEAD = `# Settings

All settings are environment variables. The server reads them when it starts and lists everything that is wrong; restart it after
a change. An empty variable counts as missing. How to run a server: [operating.md](operating.md).

\`pnpm settings\` makes this page from \`apps/api/src/config/environment.ts\`. \`PGPASSWORD\` is read too: the password for Postgres, if
\`DATABASE_URL\` has none.

| variable | default | description |
|---|---|---|`

if (process.argv[1] === import.meta.filename) writeFileSync(SETTINGS_FILE, settingsPage())
