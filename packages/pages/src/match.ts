import type { Match } from '@tegenzet/contract'
import { call, type Page } from './call.ts'

export const matchOf = (id: number) => call('getMatch', { params: { id } })

export const missingFromMatch = (id: number, club: string, cursor?: string) =>
  call('listMissingFromMatch', { params: { id }, query: { club, cursor } })

export const match = {
  subject: ({ params }) => matchOf(Number(params.id)),
  callsAbout: ({ subject }) => {
    const { id, state, own }: Match = subject
    return state === 'open' ? (own?.organises ?? []).map((club) => missingFromMatch(id, club)) : []
  },
} satisfies Page
