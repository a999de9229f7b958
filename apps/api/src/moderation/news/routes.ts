import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, serve } from '../../http/serve.ts'
import { listNews } from './list-news.ts'
import { changeNews, publishNews, removeNews } from './write-news.ts'

export function registerNews(app: FastifyInstance): void {
  serve(app, ENDPOINTS.listNews, async ({ tx, query }) => answer(200, await listNews(tx, query)))
  serve(app, ENDPOINTS.publishNews, async ({ tx, body, caller, arrivedAt }) =>
    answer(201, await publishNews(tx, { ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.changeNews, async ({ tx, params, body, caller, arrivedAt }) =>
    answer(200, await changeNews(tx, { ...params, ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.removeNews, async ({ tx, params, caller, arrivedAt }) =>
    answer(204, await removeNews(tx, { ...params, caller, arrivedAt })),
  )
}
