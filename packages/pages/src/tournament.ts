import { call, type Page } from './call.ts'

export const tournamentOf = (id: number) => call('getTournament', { params: { id } })

export const tournament = { subject: ({ params }) => tournamentOf(Number(params.id)) } satisfies Page
