import { call, type Page } from './call.ts'

export const matchOf = (id: number) => call('getMatch', { params: { id } })

export const match = { subject: ({ params }) => matchOf(Number(params.id)) } satisfies Page
