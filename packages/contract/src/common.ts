import { RULE_SET_IDS, SIDES } from '@tegenzet/rules'
import { z } from 'zod'

/**
 * A text a client sends: no NUL and no lone surrogates, which a database cannot keep.
 * Bounds are in characters (UTF-16 code units).
 */
export const text = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((s) => !s.includes('\0') && s.isWellFormed(), 'has characters that cannot be stored')

/** A number in a path or query: digits only, within 2^53. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ type: 'integer', minimum: min, maximum: max, pattern: undefined })

export const idParams = z.strictObject({
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('Its number, as answers show it'),
})

/** Nothing, or an empty object: some clients cannot send a POST without a body. */
export const emptyBody = z.strictObject({}).optional()

export const flag = z.enum(['true', 'false']).transform((s) => s === 'true')

/** An instant, ISO 8601 UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-11-23T12:00:00.000Z'] })

/** An instant as a client gives it, in any zone: ISO 8601, in the years that a database keeps. */
export const instantInput = z.iso
  .datetime({ offset: true })
  .refine((at) => /^[1-8]/.test(at), 'expected a year from 1000 to 8999')

export const sideSchema = z.enum(SIDES)
/** Marks a list of values that may grow within v1: clients must expect one they do not know. */
export const EXTENSIBLE = { 'x-open': true } as const

export const ruleSetIdSchema = z.enum(RULE_SET_IDS).meta({ id: 'RuleSetId', ...EXTENSIBLE })

/** As every list writes its own: JSON in base64url. Of which list it is, that list sees. */
const isCursor = (cursor: string): boolean => {
  try {
    JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    return true
  } catch {
    return false
  }
}

export const pageQuery = {
  limit: wholeNumber(1, 100).default(20).describe('1 to 100, or else 20'),
  cursor: text(1, 200)
    .refine(isCursor, 'expected `nextCursor` of the page before')
    .optional()
    .describe('`nextCursor` of the page before'),
}

/** A page: what is asked for, and where the next begins; null at the end. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() })

export const PLAYER_KINDS = ['human', 'bot', 'guest', 'closed'] as const
export const playerSchema = z
  .object({ id: z.int(), username: z.string(), kind: z.enum(PLAYER_KINDS) })
  .meta({ id: 'Player' })
export type Player = z.output<typeof playerSchema>
