import { type Basis, type Finding, type Ground, QUIET_LIMIT } from '@tegenzet/rules'
import { m } from '@tegenzet/texts/messages'
import { formatPly, formatPosition } from '$lib/i18n/format-ply.ts'
import { getLocale, type Locale } from '$lib/i18n/locale.svelte.ts'
import type { Proposal } from './propose-claims.ts'

type Params = Finding['params']
type Format = (params: Params, locale: Locale) => string

const formatList = (items: readonly string[], locale: Locale): string =>
  new Intl.ListFormat(locale, { type: 'conjunction' }).format(items)

const number = (params: Params, name: string): number => Number(params[name])
const text = (params: Params, name: string): string => String(params[name])
const list = (params: Params, name: string): readonly (string | number)[] => {
  const value = params[name]
  return Array.isArray(value) ? value : []
}

/** Position numbers as move labels: "9w, 13w and 17w". */
export const formatPositionNumbers = (
  numbers: readonly (string | number)[],
  locale: Locale = getLocale(),
): string =>
  formatList(
    numbers.map((n) => formatPosition(Number(n), locale)),
    locale,
  )

const GROUNDS: Record<Ground, (inputs: object, options: { locale: Locale }) => string> = {
  repetition: m.draws_ground_repetition,
  'quiet-moves': m.draws_ground_quiet_moves,
  'proven-draw': m.draws_ground_proven_draw,
}
export const formatGround = (ground: Ground, locale: Locale = getLocale()): string =>
  GROUNDS[ground]({}, { locale })

const FINDINGS: Record<Finding['code'], Format> = {
  'positions-same': (params, locale) =>
    m.draws_finding_positions_same(
      { numbers: formatPositionNumbers(list(params, 'positions'), locale) },
      { locale },
    ),
  'positions-differ': (params, locale) =>
    m.draws_finding_positions_differ(
      {
        numbers: formatPositionNumbers(list(params, 'positions'), locale),
        points: formatList(list(params, 'points').map(String), locale),
      },
      { locale },
    ),
  'side-differs': (params, locale) =>
    m.draws_finding_side_differs(
      { numbers: formatPositionNumbers(list(params, 'positions'), locale) },
      { locale },
    ),
  'hands-differ': (params, locale) =>
    m.draws_finding_hands_differ(
      { numbers: formatPositionNumbers(list(params, 'positions'), locale) },
      { locale },
    ),
  'stretch-too-short': (params, locale) =>
    m.draws_finding_stretch_too_short({ count: number(params, 'plies'), limit: QUIET_LIMIT }, { locale }),
  'stretch-broken': (params, locale) =>
    m.draws_finding_stretch_broken({ ply: formatPly(number(params, 'ply'), locale) }, { locale }),
  'intended-move-ends-game': (params, locale) =>
    m.draws_finding_intended_move_ends_game({ move: text(params, 'move') }, { locale }),
  'not-drawn': (_, locale) => m.draws_finding_not_drawn({}, { locale }),
}

/** What the rules found about a claim, as a sentence. */
export const formatFinding = ({ code, params }: Finding, locale: Locale = getLocale()): string =>
  FINDINGS[code](params, locale)

/** What a claim or an offer refers to, as a sentence that does not say whether it is true. */
export function formatBasis(basis: Basis, locale: Locale = getLocale()): string {
  if (basis.ground === 'repetition')
    return m.draws_basis_repetition({ numbers: formatPositionNumbers(basis.positions, locale) }, { locale })
  if (basis.ground === 'proven-draw')
    return m.draws_basis_proven_draw({ number: formatPosition(basis.position, locale) }, { locale })
  const [first = 1, last = 0] = basis.plies
  return m.draws_basis_quiet_moves(
    { first: formatPly(first, locale), last: formatPly(last, locale), count: last - first + 1 },
    { locale },
  )
}

/** The basis of a claim that is known to hold, as a sentence. */
export function formatProvenBasis(basis: Basis, locale: Locale = getLocale()): string {
  if (basis.ground === 'repetition')
    return m.draws_proven_repetition({ numbers: formatPositionNumbers(basis.positions, locale) }, { locale })
  if (basis.ground === 'proven-draw') return formatBasis(basis, locale)
  const [first = 1, last = 0] = basis.plies
  return m.draws_proven_quiet_moves(
    { first: formatPly(first, locale), last: formatPly(last, locale), count: last - first + 1 },
    { locale },
  )
}

/** A proposal as a sentence for the player. */
export function formatProposal(proposal: Proposal): string {
  const { intendedMove: move } = proposal
  if (proposal.ground === 'proven-draw')
    return m.draws_proven_proposal({ number: formatPosition(proposal.position) })
  if (move === null) return formatProvenBasis(proposal)
  if (proposal.ground === 'repetition')
    return m.draws_proposal_repetition({
      numbers: formatPositionNumbers(proposal.positions.slice(0, -1)),
      move,
    })
  const [first = 1, last = 0] = proposal.plies
  return m.draws_proposal_quiet_moves({ first: formatPly(first), count: last - first + 1, move })
}
