import type { TournamentRow } from '../tournaments/tournament-store.ts'

/** The list of entries of a season, or one of its divisions. */
export interface SeasonRow extends TournamentRow {
  league: NonNullable<TournamentRow['league']>
  startsAt: Date
}

/** A tournament that is part of a season. @throws if it is another one */
export function seasonRow(tournament: TournamentRow): SeasonRow {
  const { id, league, startsAt } = tournament
  if (!league || !startsAt) throw new Error(`tournament ${id} is not part of a league`)
  return { ...tournament, league, startsAt }
}
