import type { Game } from '@tegenzet/contract'
import { call, type Page } from './call.ts'

export const tournamentOf = (id: number) => call('getTournament', { params: { id } })
/** @param stage null: the current one */
export const standingsOf = (id: number, stage: number | null = null) =>
  call('getStandings', { params: { id }, query: stage === null ? {} : { stage } })
/** The standings of one group. */
export const groupOf = ({ id, stage, group }: NonNullable<Game['tournament']>) =>
  call('getStandings', { params: { id }, query: { stage, group } })
export const entriesOf = (id: number, cursor?: string) =>
  call('listTournamentEntries', { params: { id }, query: { limit: 100, cursor } })
export const logOf = (id: number, cursor?: string) =>
  call('listTournamentLog', { params: { id }, query: { cursor } })

export const tournament = {
  subject: ({ params }) => tournamentOf(Number(params.id)),
  calls: ({ params }) => [standingsOf, entriesOf, logOf].map((of) => of(Number(params.id))),
} satisfies Page
