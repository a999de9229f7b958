import { z } from 'zod'
import { emailSchema } from '../accounts/schemas.ts'
import { instant, page, pageQuery, playerSchema, text, visibleText } from '../common.ts'
import { REPORT_STATES, REPORT_VERDICTS } from '../reports/schemas.ts'

const MAX_CONTENT_REPORT_LENGTH = 4000

export const reportContentBody = z.strictObject({
  location: visibleText(500).describe('Where the content is: its address, or the game or player'),
  text: visibleText(MAX_CONTENT_REPORT_LENGTH).describe('What is unlawful about it, and why'),
  name: visibleText(200).optional(),
  email: emailSchema.optional(),
  inGoodFaith: z.literal(true).describe('Confirms that you believe the notice to be correct and complete'),
})
const decision = z.object({ reason: z.string(), at: instant }).nullable()

/** What the sender sees of a notice. */
export const contentReportStatusSchema = z
  .object({
    id: z.int(),
    code: z.string().describe('Gives access to this status. Keep it'),
    state: z.enum(REPORT_STATES),
    decision,
    createdAt: instant,
  })
  .meta({ id: 'ContentReportStatus' })
export type ContentReportStatus = z.output<typeof contentReportStatusSchema>
export const contentReportParams = z.strictObject({
  code: text(1, 100).describe('The `code` from the answer to `reportContent`'),
})

export const contentReportSchema = z
  .object({
    id: z.int(),
    location: z.string(),
    text: z.string(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    state: z.enum(REPORT_STATES),
    decision: z.object({ by: playerSchema, reason: z.string(), at: instant }).nullable(),
    createdAt: instant,
  })
  .meta({ id: 'ContentReport', description: 'A notice of unlawful content, sent without an account' })
export type ContentReport = z.output<typeof contentReportSchema>
export const contentReportPage = page(contentReportSchema)
export const listContentReportsQuery = z.strictObject({
  ...pageQuery,
  status: z
    .enum(['open', 'decided'])
    .default('open')
    .describe('`open` lists the oldest first, `decided` the newest first'),
})
export const decideContentReportBody = z.strictObject({
  verdict: z.enum(REPORT_VERDICTS),
  reason: visibleText(1000).describe('The sender reads it'),
})
