import type { Deps } from '../deps.ts'
import type { PeriodicTask } from '../jobs/ticker.ts'
import { tryEach } from '../jobs/try-each.ts'
import { consumeEvents } from '../outbox/consume.ts'
import type { AppendedEvent } from '../store/transaction.ts'
import { runLadders } from './ladders/run-ladders.ts'
import { runLeagues } from './leagues/run-leagues.ts'
import { runMatches } from './matches/run-matches.ts'
import { RATINGS, ratingsConsumer } from './ratings/rate-games.ts'
import { makeGames } from './tournaments/make-games.ts'
import { runTournaments } from './tournaments/run-tournaments.ts'

export const TOURNAMENTS = 'tournaments'
export const TOURNAMENT_GAMES = 'tournament-games'
export const LADDERS = 'ladders'
export const MATCHES = 'matches'

export function competitionTasks(deps: Deps): PeriodicTask[] {
  const consumer = ratingsConsumer(deps)
  return [
    {
      name: RATINGS,
      everyMs: 1000,
      runsOn: 'every-process',
      async run(db) {
        await consumeEvents(db, consumer)
      },
    },
    {
      name: TOURNAMENTS,
      everyMs: deps.config.sweepSeconds * 1000,
      runsOn: 'every-process',
      async run(db) {
        const steps = [() => runLeagues(deps, db), () => runTournaments(deps, db)]
        await tryEach(steps, (step) => step())
      },
    },
    {
      // its own task, because it takes long
      name: TOURNAMENT_GAMES,
      everyMs: deps.config.sweepSeconds * 1000,
      runsOn: 'every-process',
      run: (db, stop) => makeGames(deps, db, stop),
    },
    {
      name: LADDERS,
      everyMs: deps.config.sweepSeconds * 1000,
      runsOn: 'every-process',
      run: (db) => runLadders(deps, db),
    },
    {
      name: MATCHES,
      everyMs: deps.config.sweepSeconds * 1000,
      runsOn: 'every-process',
      run: (db) => runMatches(deps, db),
    },
  ]
}

/** Whether events may have made a step of a tournament due. */
export const concernsTournaments = (events: readonly AppendedEvent[]): boolean =>
  events.some(
    ({ event }) =>
      event.type === 'tournament' || (event.type === 'game' && event.game.tournament && !event.game.turn),
  )

/** Whether a stage has started whose games are to be made. */
export const concernsTournamentGames = (events: readonly AppendedEvent[]): boolean =>
  events.some(({ event }) => event.type === 'tournament' && event.tournament.making)

/** Whether events have ended a game of a ladder. */
export const concernsLadders = (events: readonly AppendedEvent[]): boolean =>
  events.some(({ event }) => event.type === 'game' && event.game.ladder && !event.game.turn)

/** Whether events have ended a game of a match between clubs. */
export const concernsMatches = (events: readonly AppendedEvent[]): boolean =>
  events.some(({ event }) => event.type === 'game' && event.game.match && !event.game.turn)
