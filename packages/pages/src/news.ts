import { call, type Page } from './call.ts'

export const allNews = (cursor?: string) => call('listNews', { query: { limit: 10, cursor } })

export const news = { calls: () => [allNews()] } satisfies Page
