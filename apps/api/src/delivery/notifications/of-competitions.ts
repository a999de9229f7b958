import type { ClubEvent, MatchEvent, TournamentEvent } from '@tegenzet/contract'
import type { PlayerNotification } from './player-notification.ts'

/** Notifies the entrants. Of entries only those whom somebody else has entered; the organiser reads them in the log. */
export function ofTournament(
  { id, name, rules, league, change, user, reason, stage, startsAt, organiser }: TournamentEvent,
  playerIds: readonly number[],
  eventId: number,
  actorId: number | null,
): PlayerNotification[] {
  if (change === 'left' || change === 'created') return []
  /** What makes this change of the tournament a new one. */
  const subject =
    change === 'announced' || change === 'entered' ? eventId : change === 'postponed' ? startsAt : stage
  return playerIds
    .filter((playerId) => user === null || user.id === playerId)
    .map((playerId) => ({
      player: { id: playerId },
      kind: 'tournament',
      game: null,
      key: `tournament-${change} ${id} ${subject}`,
      params: {
        tournament: id,
        name,
        change,
        reason,
        ...(change === 'announced' && organiser?.id === actorId && { by: organiser?.username }),
        ...(league && { league: { rules, season: league.season, division: league.division } }),
      },
    }))
}

/**
 * Notifies members of what is sent to all, organisers of requests, and otherwise whom it concerns. Who joins an open club, leaves
 * or changes it does so themselves.
 */
export function ofClub(
  { slug, name, change, user, by, role, text }: ClubEvent,
  playerIds: readonly number[],
  eventId: number,
): PlayerNotification[] {
  if (change === 'left' || change === 'changed') return []
  return playerIds
    .filter((playerId) => change === 'requested' || user === null || user.id === playerId)
    .map((playerId) => ({
      player: { id: playerId },
      kind: 'club',
      game: null,
      key: `club-${change} ${eventId}`,
      params: { club: slug, name, change, by: by?.username ?? null, role, text },
    }))
}

/** Of sign-ups only those whom somebody else has signed up hear; organisers read them on the page. */
export function ofMatch(
  { id, clubNames, change, score, user }: MatchEvent,
  playerIds: readonly number[],
  eventId: number,
): PlayerNotification[] {
  if (change === 'withdrawn') return []
  const [a, b] = clubNames as [string, string]
  const to = change === 'signed-up' ? playerIds.filter((playerId) => playerId === user?.id) : playerIds
  return to.map((playerId) => ({
    player: { id: playerId },
    kind: 'match',
    game: null,
    key: change === 'signed-up' ? `match-${change} ${eventId}` : `match-${change} ${id}`,
    params: { match: id, a, b, change, score: change === 'finished' ? score : null },
  }))
}
