import { configDefaults, defineConfig } from 'vitest/config'

/** Tests that take long and guard what seldom changes: only in the soak test. */
const SOAK_ONLY = ['test/{demo-draws,deploy,image,node-versions}.test.ts']

/** Tests that do not depend on the database, open their own, or take long: they gain nothing from a real Postgres. */
const WITHOUT_DATABASE = [
  'src/**',
  'test/{client-package,compare-documents,compose,deploy,documented-names,documented-numbers,openapi}.test.ts',
  'test/{commands-doc,security-doc,webhooks-doc}.test.ts',
  'test/documented-commands/{against-a-server,documented-commands,on-embedded,programs}.test.ts',
  'test/{built-in-bots,call-reads,demo,demo-draws,embedded-database,example-bot,failed-starts,fuzz}.test.ts',
  'test/{image,kept-tables,new-build,node-versions,power-cut,start-command,year}.test.ts',
]

/** Tests whose queries are those of other files or Prisma's own, or that take long: on Postgres only in the soak test. */
const SOAK_ON_POSTGRES = [
  'test/{account-erasure,account-export,account-security,accounts,admin-claims,admin-factor,admins,app-webhooks,appeals,apps,authorisation,backup,bank-clocks}.test.ts',
  'test/{blocks-and-favourites,bots,calendar,challenges,claim-clocks,claims,conditional-moves,crash-competitions}.test.ts',
  'test/{deadlines,doctor,documents,engine-comparison,fair-play,game-puzzles,games,new-accounts,notifications}.test.ts',
  'test/{draw-offers,exports,foreign-engines,game-length,guests,http,invites,large-ids,leaked-tokens,list-games,live,mail,mail-shares,messages}.test.ts',
  'test/{notes,notification-mails,oauth,outages,pages,personal-data,push,reminders,rematch,request-log,rule-sets}.test.ts',
  'test/{oauth-tokens,passkeys,proof-of-identity,registration-puzzle,reported-challenges,reports}.test.ts',
  'test/{revoked-access,sanctions,schedules,second-factor,security,security-log,session,staff}.test.ts',
  'test/{upgrades,username-change,vacation-clocks,vacations,webhooks,whole-games}.test.ts',
]

/**
 * On the embedded database only in the soak test: races, which say little on its only connection, and counts of what is read,
 * which are Postgres' own there too and take ten times as long.
 */
const SOAK_EMBEDDED = [
  'test/{claim-races,explorer-reads,job-reads,list-reads,move-races,puzzle-reads,year-reads}.test.ts',
]

/** Tests of what a host does with a Postgres server. */
const ONLY_ON_POSTGRES = ['test/documented-commands/on-postgres.test.ts']

const excluded = [
  ...(process.env.SOAK ? [] : SOAK_ONLY),
  ...(process.env.SOAK || process.env.TEST_DATABASE_URL ? [] : SOAK_EMBEDDED),
  ...(process.env.TEST_DATABASE_URL ? WITHOUT_DATABASE : ONLY_ON_POSTGRES),
  ...(process.env.TEST_DATABASE_URL && !process.env.SOAK ? SOAK_ON_POSTGRES : []),
]

// Each file has its own database, copied from a template. The first test of a file waits for it.
export default defineConfig({
  test: {
    name: 'api',
    // `pnpm test:scale`, vitest.families.config.ts
    exclude: [...configDefaults.exclude, 'test/{families,scale}/**', ...excluded],
    // Loads the server once per worker. Its modules hold no state, and no test may replace a module.
    isolate: false,
    // fewer garbage collections: 4 % of the processor time
    execArgv: ['--max-semi-space-size=64'],
    // generous, because a loaded machine is slow
    hookTimeout: 120_000,
    testTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
  },
})
