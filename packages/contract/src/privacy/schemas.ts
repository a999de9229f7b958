import { z } from 'zod'
import { EXTENSIBLE, instant, text } from '../common.ts'

/** Days between asking for an account's deletion and the deletion. */
export const DELETION_DAYS = 7

export const redeemUndoDeletionBody = z.strictObject({
  token: text(1, 100).describe('The part of the mailed link after `#`'),
})

const EXPORT_STATES = ['none', 'pending', 'ready', 'failed'] as const

export const accountExportSchema = z
  .object({
    state: z
      .enum(EXPORT_STATES)
      .meta(EXTENSIBLE)
      .describe('`none`: you have not asked for a copy, or it has expired. `failed`: ask again'),
    requestedAt: instant.nullable(),
    readyAt: instant.nullable(),
    expiresAt: instant.nullable().describe('When the copy is deleted, three days after it was ready'),
    bytes: z.int().nullable().describe('Size of the download'),
    url: z.string().nullable().describe('Path of the download (`downloadExport`) once it is ready'),
  })
  .meta({ id: 'AccountExport' })
export type AccountExport = z.output<typeof accountExportSchema>
