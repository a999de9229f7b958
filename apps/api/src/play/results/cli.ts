import { runRebuild } from '../../rebuild-command.ts'
import { rebuildResults } from './rebuild-results.ts'

const USAGE = `usage: results rebuild   count all games that are over again, if profiles and statistics miss some

Needs the settings of the server. With the embedded database, stop the server first.`

await runRebuild(process.env, USAGE, async (db) => {
  const { games, changed } = await rebuildResults(db)
  return `${games} games counted. Changed: ${changed} results.`
})
