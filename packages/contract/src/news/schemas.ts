import { z } from 'zod'
import { LANGUAGES } from '../accounts/schemas.ts'
import { instant, page, pageQuery, visibleText } from '../common.ts'
import { MAX_NEWS_TEXT, MAX_NEWS_TITLE } from '../limits.ts'

const newsTextSchema = z.strictObject({
  title: visibleText(MAX_NEWS_TITLE),
  text: visibleText(MAX_NEWS_TEXT).describe('Plain text. Clients show web addresses in it as links'),
})
const textsSchema = z
  .partialRecord(z.enum(LANGUAGES), newsTextSchema)
  .describe('The news in one or more languages')

export const newsBody = z.strictObject({
  texts: textsSchema.refine((texts) => Object.keys(texts).length > 0, 'must have at least one language'),
})

export const newsSchema = z
  .object({
    id: z.int(),
    texts: textsSchema,
    createdAt: instant,
    changedAt: instant.nullable().describe('When it was last changed after its publication'),
  })
  .meta({ id: 'News' })
export type News = z.output<typeof newsSchema>
export const newsPage = page(newsSchema)
export const listNewsQuery = z.strictObject(pageQuery)
