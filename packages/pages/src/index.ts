import { account } from './account.ts'
import type { Page } from './call.ts'
import { club } from './club.ts'
import { game } from './game.ts'
import { home } from './home.ts'
import { lobby } from './lobby.ts'
import { match } from './match.ts'
import { myGames } from './my-games.ts'
import { news } from './news.ts'
import { player } from './player.ts'
import { puzzle, puzzleOfTheDay } from './puzzle.ts'
import { rulesOfGame } from './rules.ts'
import { tournament } from './tournament.ts'
import { watch } from './watch.ts'

export type { Opened, Page } from './call.ts'
export { everyPage } from './every-page.ts'
export { welcome } from './home.ts'
export { pathOfCall } from './path-of-call.ts'

/** What the pages start with, by route. A page's own components make the same calls. */
export const PAGES: Readonly<Record<string, Page>> = {
  '/': home,
  '/account': account,
  '/clubs/[id]': club,
  '/games': myGames,
  '/games/[id]': game,
  '/lobby': lobby,
  '/matches/[id]': match,
  '/news': news,
  '/players/[username]': player,
  '/puzzles': puzzleOfTheDay,
  '/puzzles/[id]': puzzle,
  '/rules/[id]': rulesOfGame,
  '/tournaments/[id]': tournament,
  '/watch': watch,
}
