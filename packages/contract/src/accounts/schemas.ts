import { z } from 'zod'
import { daysOffSchema, quietHoursSchema, timezoneSchema } from '../clocks.ts'
import { EXTENSIBLE, instant, text } from '../common.ts'
import { passkeyAnswerSchema } from '../factors/passkeys.ts'
import { codeSchema } from '../factors/schemas.ts'
import { USERNAME } from '../limits.ts'
import { countrySchema, factsSchema, profileTextSchema } from '../people/profiles.ts'
import { STAFF_ROLES } from '../roles.ts'
import { SCOPES } from '../scopes.ts'

export const LANGUAGES = ['nl', 'de', 'en', 'fr'] as const
export type Language = (typeof LANGUAGES)[number]
export const ROLES = ['player', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** A bot account declares that a program plays with it. */
const ACCOUNT_KINDS = ['human', 'bot'] as const
export type AccountKind = (typeof ACCOUNT_KINDS)[number]

export const usernameSchema = z
  .string()
  .regex(USERNAME, 'expected 3 to 20 letters, digits, underscores or hyphens')
  .meta({ examples: ['anna'] })

/** Days between two changes of a username. */
export const USERNAME_CHANGE_DAYS = 365

export const emailSchema = z.email().max(254)
export const PASSWORD_MIN_LENGTH = 10
export const passwordSchema = text(PASSWORD_MIN_LENGTH, 128).describe(
  '10 to 128 characters; neither a common password nor your username or e-mail address',
)
export const languageSchema = z.enum(LANGUAGES)

/** Who may write to a player and challenge them. */
const CONTACTS = ['everyone', 'clubs'] as const
const contactSchema = z
  .enum(CONTACTS)
  .meta(EXTENSIBLE)
  .describe('Who may write to you and challenge you. `clubs`: only members of a club of yours')

export const accountSchema = z
  .object({
    id: z.int().describe('Your player ID, as in games'),
    username: z.string(),
    kind: z
      .enum([...ACCOUNT_KINDS, 'guest'])
      .describe(
        '`human`: a person plays. `bot`: a program plays. `guest`: a person plays without registering. Shown next to the name',
      ),
    email: z
      .string()
      .nullable()
      .describe(
        'null for guests, for members without an address (`managed`), for people who came with the host’s provider and an address that is missing or another account’s, and where the token lacks the scope `account:read`',
      ),
    emailVerified: z
      .boolean()
      .describe('Whether you may do what needs a verified address. True for members without an address'),
    managed: z
      .boolean()
      .describe(
        'Whether staff made the account for somebody without an address. Ends when you verify one, or get a role',
      ),
    pendingEmail: z
      .string()
      .nullable()
      .describe(
        'The new address after `changeEmail`, until its link is opened. null where the token lacks the scope `account:read`',
      ),
    language: languageSchema,
    timezone: z.string(),
    daysOff: daysOffSchema,
    quietHours: quietHoursSchema.nullable(),
    about: z.string().nullable().describe('The text on your profile'),
    country: countrySchema.nullable().describe('The country on your profile'),
    profileShows: factsSchema,
    contact: contactSchema,
    role: z.enum(ROLES),
    secondFactor: z.boolean().describe('Whether logging in needs more than the password'),
    roles: z
      .array(z.enum(STAFF_ROLES).meta(EXTENSIBLE))
      .describe(
        '`arbiter`: rules on claims. `moderator`: rules on reports. `manager`: makes and looks after accounts without an address. `admin`: does everything. Empty for players',
      ),
    usernameChangeAt: instant
      .nullable()
      .describe('When you can change your username again; null if you have never changed it'),
    deletesAt: instant
      .nullable()
      .describe('When your account is deleted (`deleteAccount`); null if you have not asked for that'),
    createdAt: instant,
  })
  .meta({ id: 'Account' })
export type Account = z.output<typeof accountSchema>
export const accountResponse = z.object({ account: accountSchema })

/** Games that a guest can have at a time. */
export const GUEST_GAMES = 3
/** Hours after which a guest's game against a built-in bot is cancelled if nothing happens in it. */
export const GUEST_IDLE_HOURS = 24
/** Days after which a guest without a running game is forgotten if they do nothing. */
export const GUEST_DAYS = 30

export const createGuestBody = z.strictObject({ language: languageSchema.optional() }).optional()

/** A puzzle with more zero bits than this would take minutes. */
export const MAX_PUZZLE_BITS = 26

export const registrationPuzzleSchema = z
  .object({
    text: z.string(),
    bits: z.int().min(1).max(MAX_PUZZLE_BITS).describe('How many zero bits the hash begins with'),
    expiresAt: instant,
  })
  .meta({ id: 'RegistrationPuzzle' })
export type RegistrationPuzzle = z.output<typeof registrationPuzzleSchema>

const puzzleSolutionSchema = z.strictObject({
  text: text(1, 100).describe('The `text` of the puzzle'),
  nonce: z
    .string()
    .regex(/^\d{1,20}$/)
    .describe(
      'Digits for which SHA-256 of `text:username:nonce`, with the username in lower case, begins with `bits` zero bits',
    ),
})
export type PuzzleSolution = z.output<typeof puzzleSolutionSchema>

export const registerBody = z.strictObject({
  username: usernameSchema,
  email: emailSchema,
  password: passwordSchema,
  language: languageSchema.optional(),
  kind: z
    .enum(ACCOUNT_KINDS)
    .default('human')
    .describe('`bot`: a program plays with this account. This cannot be undone'),
  adminCode: text(1, 100)
    .optional()
    .describe(
      'The one-time code from the server log; required only for usernames that the host configured as admins',
    ),
  puzzle: puzzleSolutionSchema
    .optional()
    .describe('The solution of a puzzle from `getRegistrationPuzzle`, if the host asks for one'),
  invitation: text(1, 100)
    .optional()
    .describe(
      'The key of a site invitation: what comes after the `#` in its link. Needed where `getAbout` says `registration: invite`, without effect elsewhere',
    ),
})

export const logInBody = z
  .strictObject({
    username: text(1, 254).describe('The username or the verified e-mail address').optional(),
    password: text(1, 128).optional(),
    code: codeSchema.optional(),
    passkey: passkeyAnswerSchema.optional(),
  })
  .superRefine((body, context) => {
    // a passkey alone is enough; a part of the rest never is
    if (body.passkey && body.username === undefined && body.password === undefined && !body.code) return
    for (const field of ['username', 'password'] as const)
      if (body[field] === undefined) context.addIssue({ code: 'custom', path: [field], message: 'missing' })
  })
  .describe('`username` and `password`, with `code` or `passkey` as the second factor; or only `passkey`')

export const changeUsernameBody = z.strictObject({ username: usernameSchema })

export const updateAccountBody = z
  .strictObject({
    language: languageSchema,
    timezone: timezoneSchema,
    daysOff: daysOffSchema,
    quietHours: quietHoursSchema.nullable().describe('null removes them'),
    about: profileTextSchema
      .nullable()
      .describe('A text for your profile, which everybody can read; null removes it'),
    country: countrySchema.nullable().describe('A country for your profile; null removes it'),
    profileShows: factsSchema.refine(
      (facts) => new Set(facts).size === facts.length,
      'must not contain duplicates',
    ),
    contact: z
      .enum(CONTACTS)
      .describe('Who may write to you and challenge you: `clubs` for members of a club of yours'),
    kind: z
      .literal('bot')
      .describe('Turns the account into a bot account. Allowed only before its first game; cannot be undone'),
  })
  .partial()
  .refine((body) => Object.keys(body).length > 0, 'must contain at least one setting')

export const createTokenBody = z.strictObject({
  name: text(1, 60).describe('A label for your own use'),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .refine((scopes) => new Set(scopes).size === scopes.length, 'must not contain duplicates'),
  expiresAt: z.iso
    .datetime({ offset: true })
    .optional()
    .describe('Must be in the future. Without it, the token does not expire'),
})

export const tokenSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(SCOPES).meta(EXTENSIBLE)),
    createdAt: instant,
    expiresAt: instant.nullable(),
    lastUsedAt: instant.nullable().describe('Rounded to the minute; null if never used'),
  })
  .meta({ id: 'Token' })
export type Token = z.output<typeof tokenSchema>
export const createdTokenSchema = tokenSchema
  .extend({
    token: z.string().describe('The secret token, starting with `tz_`. Returned only here: store it'),
  })
  .meta({ id: 'CreatedToken' })

export const revokeLeakedTokenBody = z.strictObject({
  token: text(1, 200).describe('The complete token, starting with `tz_`'),
})
