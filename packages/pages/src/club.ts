import { call, type Page } from './call.ts'

export const clubNamed = (slug: string) => call('getClub', { params: { slug } })

export const club = { subject: ({ params }) => clubNamed(params.id ?? '') } satisfies Page
