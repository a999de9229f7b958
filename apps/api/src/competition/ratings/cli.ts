import { runRebuild } from '../../rebuild-command.ts'
import { rebuildRatings } from './rebuild-ratings.ts'

const USAGE = `usage: ratings rebuild   compute all ratings again from the games, in the order in which they were rated

Needs the settings of the server. With the embedded database, stop the server first.`

await runRebuild(process.env, USAGE, async (db) => {
  const { games, changedGames, changedRatings } = await rebuildRatings(db, new Date())
  return `${games} rated games. Changed: ${changedGames} games, ${changedRatings} ratings.`
})
