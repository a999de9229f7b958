import { ok, type Result } from '@tegenzet/common'
import { LANGUAGES, type News, type newsBody } from '@tegenzet/contract'
import type { z } from 'zod'
import { recordAct } from '../../admin-log/record-act.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { newsView } from './list-news.ts'

interface Act {
  caller: Caller
  arrivedAt: Date
}
type Texts = z.output<typeof newsBody>['texts']

export const publishNews = (
  db: Db,
  { texts, ...act }: Act & { texts: Texts },
): Promise<Result<News, Refusal>> =>
  inTransaction(db, async (tx) => {
    const row = await tx.news.create({ data: { texts, createdAt: act.arrivedAt } })
    await record(tx, 'news-published', row.id, texts, act)
    return ok(newsView(row))
  })

export const changeNews = (
  db: Db,
  { id, texts, ...act }: Act & { id: number; texts: Texts },
): Promise<Result<News, Refusal>> =>
  inTransaction(db, async (tx) => {
    const [row] = await tx.news.updateManyAndReturn({
      where: { id },
      data: { texts, changedAt: act.arrivedAt },
    })
    if (!row) return missing(id)
    await record(tx, 'news-changed', id, texts, act)
    return ok(newsView(row))
  })

export const removeNews = (
  db: Db,
  { id, ...act }: Act & { id: number },
): Promise<Result<undefined, Refusal>> =>
  inTransaction(db, async (tx) => {
    const where = { id }
    const row = await tx.news.findUnique({ where })
    if (!row || (await tx.news.deleteMany({ where })).count === 0) return missing(id)
    await record(tx, 'news-removed', id, newsView(row).texts, act)
    return ok(undefined)
  })

const missing = (id: number) => refuse('not-found', `There is no news ${id}.`)

function record(
  db: Db,
  kind: 'news-published' | 'news-changed' | 'news-removed',
  news: number,
  texts: Texts,
  { caller: { playerId: byId }, arrivedAt: at }: Act,
): Promise<void> {
  const [text] = LANGUAGES.flatMap((language) => texts[language] ?? [])
  const details = { news, title: text ? text.title : '' }
  return recordAct(db, { kind, byId, details, at })
}
