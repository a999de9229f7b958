import { ENDPOINTS } from '@tegenzet/contract'
import type { FastifyInstance } from 'fastify'
import { answer, serve } from '../../http/serve.ts'
import { listNews } from './list-news.ts'
import { changeNews, publishNews, removeNews } from './write-news.ts'

export function registerNews(app: FastifyInstance): void {
  serve(app, ENDPOINTS.listNews, async ({ db, query }) => answer(200, await listNews(db, query)))
  serve(app, ENDPOINTS.publishNews, async ({ db, body, caller, arrivedAt }) =>
    answer(201, await publishNews(db, { ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.changeNews, async ({ db, params, body, caller, arrivedAt }) =>
    answer(200, await changeNews(db, { ...params, ...body, caller, arrivedAt })),
  )
  serve(app, ENDPOINTS.removeNews, async ({ db, params, caller, arrivedAt }) =>
    answer(204, await removeNews(db, { ...params, caller, arrivedAt })),
  )
}
