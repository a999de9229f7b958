import { RULE_SET_IDS, SIDES } from '@tegenzet/rules'
import { z } from 'zod'

/**
 * A text that a client sends. It has no NUL and no lone surrogates, because Postgres cannot store them.
 * @param min least length, in UTF-16 code units
 * @param max greatest length, in UTF-16 code units
 */
export const text = (min: number, max: number) =>
  z
    .string()
    .min(min)
    .max(max)
    .refine((s) => !s.includes('\0') && s.isWellFormed(), 'must not contain NUL or lone surrogates')

export const clubSlug = text(1, 100).describe('The `slug` of a club')

/** A text of at most `max` characters that is not only white space. */
export const visibleText = (max: number) => text(1, max).regex(/\S/, 'must contain visible text')

/** The tools of other languages lack Unicode's classes and lookbehind, so these patterns are not in the document. */
const VISIBLE_LINE = /^(?:[^\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|(?<=\p{ExtPict})\uFE0F)+$/u
const VISIBLE_LINES = /^(?:[^\p{C}\p{Zl}\p{Zp}\p{DI}\u2800]|\n|(?<=\p{ExtPict})\uFE0F)+$/u

/**
 * A name that others see: one line without characters that are invisible or change the direction of text, which could
 * disguise it. An emoji may be followed by the selector that phones type after it.
 */
export function publicName(max: number) {
  const error = 'must be one line without invisible characters'
  return text(1, max)
    .regex(/^\S(?:.*\S)?$/, { error, abort: true })
    .refine((name) => VISIBLE_LINE.test(name), error)
    .describe('One line without invisible characters')
}

/** A text that others see, of several lines, without the characters that `publicName` refuses. */
export const publicText = (max: number) =>
  text(1, max)
    .refine((lines) => VISIBLE_LINES.test(lines), 'must not contain invisible characters')
    .describe('Without invisible characters')

/** A number in a path or query: digits only. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,16}$/, 'expected a whole number')
    .transform(Number)
    .pipe(z.int().min(min).max(max))
    .meta({ type: 'integer', minimum: min, maximum: max, pattern: undefined })

export const idParams = z.strictObject({
  id: wholeNumber(1, Number.MAX_SAFE_INTEGER).describe('The `id` from an earlier response'),
})

/** No body or an empty object, because some clients cannot send a POST without a body. */
export const emptyBody = z.strictObject({}).optional()

export const flag = z.enum(['true', 'false']).transform((s) => s === 'true')

/** An instant in a response: ISO 8601, UTC, with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 }).meta({ examples: ['2026-11-23T12:00:00.000Z'] })

/** An instant that a client sends: ISO 8601 in any time zone, limited to years that Postgres stores. */
export const instantInput = z.iso
  .datetime({ offset: true })
  .refine((at) => /^[1-8]/.test(at), 'expected a year from 1000 to 8999')

export const sideSchema = z.enum(SIDES)
/** Marks an enum or union that may gain values within v1: clients must expect unknown ones. */
export const EXTENSIBLE = { 'x-open': true } as const

export const ruleSetIdSchema = z.enum(RULE_SET_IDS).meta({ id: 'RuleSetId', ...EXTENSIBLE })

/**
 * The rule set in a path. Not `ruleSetIdSchema`, because a parameter that refers to a shared schema has no description in
 * the document.
 */
export const rulesParam = z.enum(RULE_SET_IDS).meta({ ...EXTENSIBLE, description: 'The rule set' })

/** Whether it looks like a cursor (JSON in base64url). The list itself checks what is inside. */
const isCursor = (cursor: string): boolean => {
  try {
    JSON.parse(atob(cursor.replaceAll('-', '+').replaceAll('_', '/')))
    return true
  } catch {
    return false
  }
}

/** The most items that a page of a list has. */
export const MAX_PAGE = 100

export const pageQuery = {
  limit: wholeNumber(1, MAX_PAGE).default(20).describe('Maximum number of items to return'),
  cursor: text(1, 200)
    .refine(isCursor, 'expected `nextCursor` from the previous page')
    .optional()
    .describe('`nextCursor` from the previous page; omit it for the first page'),
}

/** One page of a list. */
export const page = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    nextCursor: z
      .string()
      .nullable()
      .describe('Send it as `cursor` to get the next page; null on the last page'),
  })

export const PLAYER_KINDS = ['human', 'bot', 'guest', 'closed'] as const
const shownRatingSchema = z
  .object({
    rules: ruleSetIdSchema,
    rating: z.number().describe('Glicko-2 rating now, not rounded'),
    provisional: z.boolean().describe('Whether it is still uncertain. Shown with a question mark'),
  })
  .meta({ id: 'ShownRating' })
export type ShownRating = z.output<typeof shownRatingSchema>

export const playerSchema = z
  .object({
    id: z.int(),
    username: z.string(),
    kind: z.enum(PLAYER_KINDS),
    rating: shownRatingSchema
      .optional()
      .describe(
        'In `getGame`, `listGames`, challenges and invitations: the rating in that rule set. In `searchPlayers`: in the rule set that the player plays most. Left out if there is none, and everywhere else, such as in events',
      ),
  })
  .meta({ id: 'Player' })
export type Player = z.output<typeof playerSchema>
