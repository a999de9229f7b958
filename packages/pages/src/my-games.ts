import { USERNAME } from '@tegenzet/contract/limits'
import { isRuleSetId, type RuleSetId } from '@tegenzet/rules'
import { type Call, call, forPlayers, type Page } from './call.ts'
import { ifReadable } from './features.ts'

export const SHOWN = ['running', 'finished', 'cancelled'] as const
export type Shown = (typeof SHOWN)[number]

/** The filters of "My games". They are kept in the address, so that they can be bookmarked and survive going back. */
export interface Filters {
  rules?: RuleSetId
  opponent?: string
  tournament?: number
  /** For running games only. */
  turn?: 'mine' | 'theirs'
}

/** Reads the filters from an address. Ignores invalid values. */
export function readFilters(query: URLSearchParams): Filters & { show: Shown } {
  const rules = query.get('rules') ?? ''
  const opponent = query.get('opponent') ?? ''
  const tournament = Number(query.get('tournament'))
  const turn = query.get('turn')
  return {
    show: SHOWN.find((name) => name === query.get('show')) ?? 'running',
    ...(isRuleSetId(rules) && { rules }),
    ...(USERNAME.test(opponent) && { opponent }),
    ...(Number.isSafeInteger(tournament) && tournament > 0 && { tournament }),
    ...((turn === 'mine' || turn === 'theirs') && { turn }),
  }
}

export const gameCounts = (username: string, { rules, opponent, tournament }: Filters) =>
  call('countGames', { params: { username }, query: { rules, opponent, tournament } })

export const runningGames = (
  turn: 'mine' | 'theirs',
  { rules, opponent, tournament }: Filters,
  cursor?: string,
) => call('listGames', { query: { turn, sort: 'deadline', rules, opponent, tournament, limit: 50, cursor } })

export const claimedGames = (player: string, { rules, opponent, tournament }: Filters, cursor?: string) =>
  call('listGames', { query: { player, status: 'claimed', rules, opponent, tournament, limit: 50, cursor } })

export const endedGames = (
  player: string,
  status: 'finished' | 'cancelled',
  { rules, opponent, tournament }: Filters,
  cursor?: string,
) => call('listGames', { query: { player, status, rules, opponent, tournament, cursor } })

export const vacationUnderWay = () => call('listVacations', { query: { limit: 1 } })
export const enteredTournaments = () => call('listTournaments', { query: { mine: 'true', limit: 50 } })

export const myGames = {
  isFor: forPlayers,
  calls: (opened): Call[] => {
    const { account, query } = opened
    if (!account) return []
    const { username } = account
    const { show, turn, ...filters } = readFilters(query)
    const lists =
      show === 'running'
        ? [
            ...(['mine', 'theirs'] as const)
              .filter((each) => turn === undefined || turn === each)
              .map((each) => runningGames(each, filters)),
            ...(turn ? [] : [claimedGames(username, filters)]),
          ]
        : [endedGames(username, show, filters)]
    return [
      gameCounts(username, filters),
      ...lists,
      vacationUnderWay(),
      ...ifReadable(opened, 'tournaments', enteredTournaments()),
    ]
  },
} satisfies Page
