import type { Club, ClubRole, MatchState, MatchSummary } from '@tegenzet/contract'
import { ruleSet } from '@tegenzet/rules'
import { formatPoints } from '@tegenzet/texts/format-points'
import { m } from '@tegenzet/texts/messages'
import { formatDateTime } from '$lib/i18n/format-time.ts'
import { formatClock } from '$lib/play/clocks/format-clock.ts'
import { variantName } from '$lib/rules/variant.ts'

const ROLES: Record<ClubRole, () => string> = {
  owner: m.clubs_role_owner,
  organiser: m.clubs_role_organiser,
  member: m.clubs_role_member,
}
const JOINING: Record<Club['joining'], () => string> = {
  open: m.clubs_joining_open,
  request: m.clubs_joining_request,
  invitation: m.clubs_joining_invitation,
}
const STATES: Record<MatchState, () => string> = {
  proposed: m.matches_state_proposed,
  open: m.matches_state_open,
  running: m.matches_state_running,
  finished: m.matches_state_finished,
  declined: m.matches_state_declined,
  cancelled: m.matches_state_cancelled,
}

export const formatRole = (role: ClubRole): string => ROLES[role]()
export const formatJoining = (joining: Club['joining']): string => JOINING[joining]()
export const formatMatchState = ({ state }: Pick<MatchSummary, 'state'>): string => STATES[state]()

export const isOrganiser = (club: Pick<Club, 'mine'>): boolean =>
  club.mine?.role === 'owner' || club.mine?.role === 'organiser'

/** The names of both clubs of a match. */
export const formatMatch = ({ clubNames: [a = '', b = ''] }: Pick<MatchSummary, 'clubNames'>): string =>
  m.matches_title({ a, b })

/** "3½ – 1½" */
export const formatScore = ({ score: [a = 0, b = 0] }: Pick<MatchSummary, 'score'>): string =>
  `${formatPoints(a)} – ${formatPoints(b)}`

/** Its game, clock and boards, and whether it is rated. */
export const formatMatchTerms = ({
  rules,
  clock,
  rated,
  vacation,
  provenDraws,
  boards,
}: MatchSummary): string =>
  [
    variantName(ruleSet(rules)),
    formatClock(clock),
    ...(vacation ? [] : [m.clocks_no_vacation()]),
    ...(provenDraws ? [m.draws_proven_term()] : []),
    rated ? m.tournaments_rated() : m.tournaments_unrated(),
    m.matches_terms({ boards }),
  ].join(' · ')

/** What there is to know about its state: the score, or who has signed up and until when one can. */
export function formatMatchProgress(match: MatchSummary): string {
  const { state, signedUp } = match
  if (state === 'running' || state === 'finished') return formatScore(match)
  const [a = 0, b = 0] = signedUp
  return [...(state === 'open' ? [m.matches_signed_up({ a, b })] : []), ...formatMatchClose(match)].join(', ')
}

/** Until when a proposal can be answered, or players can sign up; nothing in other states. */
export function formatMatchClose({ state, lineupsCloseAt }: MatchSummary): string[] {
  const moment = formatDateTime(lineupsCloseAt)
  if (state === 'proposed') return [m.matches_answer_until({ moment })]
  return state === 'open' ? [m.matches_until({ moment })] : []
}
