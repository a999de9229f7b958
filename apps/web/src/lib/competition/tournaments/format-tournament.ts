import type { Tournament } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { groupCount } from '@tegenzet/tournaments'
import { formatDateTime } from '$lib/i18n/format-time.ts'
import { formatClock } from '$lib/play/clocks/format-clock.ts'
import { variantName } from '$lib/rules/variant.ts'

const STATES = {
  open: m.tournaments_state_open,
  running: m.tournaments_state_running,
  finished: m.tournaments_state_finished,
  cancelled: m.tournaments_state_cancelled,
}

export const formatState = ({ state }: Tournament): string => STATES[state]()

/** When it starts, has started or has ended, in a few words. */
export function formatWhen({ state, startsAt, startedAt, endedAt }: Tournament): string {
  if (endedAt) return m.tournaments_ended({ moment: formatDateTime(endedAt) })
  if (state === 'running' && startedAt) return m.tournaments_since({ moment: formatDateTime(startedAt) })
  return startsAt ? m.tournaments_starts({ moment: formatDateTime(startsAt) }) : m.tournaments_starts_full()
}

export const formatRules = ({ rules }: Tournament): string => variantName(ruleSet(rules))

/** "3 days a move, no vacation" */
export const formatPace = ({ clock, vacation, provenDraws }: Tournament): string =>
  [
    formatClock(clock),
    ...(vacation ? [] : [m.clocks_no_vacation()]),
    ...(provenDraws ? [m.draws_proven_term()] : []),
  ].join(', ')

export function formatRatingRange({ ratingMin, ratingMax }: Tournament): string | null {
  const [min, max] = [ratingMin, ratingMax]
  if (min !== null && max !== null) return m.tournaments_rating_between({ min, max })
  if (min !== null) return m.tournaments_rating_from({ min })
  return max === null ? null : m.tournaments_rating_to({ max })
}

/** Who may enter. */
export function formatEntry(tournament: Tournament): string {
  const { kind, invite } = tournament
  const who = invite
    ? m.tournaments_who_invite()
    : kind === 'bot'
      ? m.tournaments_entry_bots()
      : m.tournaments_entry_open()
  return [who, formatRatingRange(tournament)].filter((text) => text !== null).join(', ')
}

/** Before the start for as many players as may enter. */
export function formatGroups({
  state,
  entrants,
  maxEntrants,
  groupSize,
  advance,
}: Pick<Tournament, 'state' | 'entrants' | 'maxEntrants' | 'groupSize' | 'advance'>): string {
  const players = state === 'open' ? maxEntrants : entrants
  return groupCount(players, groupSize) === 1
    ? m.tournaments_groups_one()
    : m.tournaments_groups_many({ size: groupSize, count: advance })
}
