import type { Result } from '@tegenzet/common'
import type { listNewsQuery, News } from '@tegenzet/contract'
import type { NewsModel } from '@tegenzet/db'
import type { z } from 'zod'
import type { Refusal } from '../../refusal.ts'
import { newestFirst } from '../../store/newest-first.ts'
import type { Page } from '../../store/page.ts'
import type { Db } from '../../store/transaction.ts'

/** What the admins have published, newest first. */
export const listNews = (
  db: Db,
  query: z.output<typeof listNewsQuery>,
): Promise<Result<Page<News>, Refusal>> => newestFirst(query, (page) => db.news.findMany(page), newsView)

export const newsView = ({ id, texts, createdAt, changedAt }: NewsModel): News => ({
  id,
  texts: texts as News['texts'],
  createdAt: createdAt.toISOString(),
  changedAt: changedAt?.toISOString() ?? null,
})
