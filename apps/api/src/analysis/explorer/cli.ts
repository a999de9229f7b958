import { runRebuild } from '../../rebuild-command.ts'
import { rebuildExplorer } from './rebuild-explorer.ts'

const USAGE = `usage: explorer rebuild   count the openings of all finished games again, for example after a restore

Needs the settings of the server. With the embedded database, stop the server first.`

await runRebuild(process.env, USAGE, async (db) => `${await rebuildExplorer(db)} games counted.`)
