import { z } from 'zod'
import { languageSchema } from '../accounts/schemas.ts'
import { EXTENSIBLE, ruleSetIdSchema } from '../common.ts'
import { OPTIONAL_FEATURES } from '../features.ts'

/** Features that a host can switch on and off. */
export const FEATURES = [
  'mail',
  'vacations',
  'built-in-bots',
  'claims-by-evidence',
  'registration-puzzle',
  'guests',
  ...OPTIONAL_FEATURES,
] as const
export type Feature = (typeof FEATURES)[number]

export const REGISTRATION = ['open', 'invite', 'closed'] as const
export const INVITE = ['members', 'staff'] as const
export const READERS = ['everyone', 'members'] as const

export const aboutSchema = z
  .object({
    name: z.string().describe('The name of this site'),
    operator: z
      .object({
        name: z.string().describe('Person or organisation'),
        address: z.string().nullable().describe('Postal address'),
        email: z.string().nullable().describe('E-mail address'),
      })
      .nullable()
      .describe('Who runs this server; null if the host has not said so'),
    url: z.url().describe('The address at which people open it'),
    welcome: z.boolean().describe('Whether the host says something to visitors (`getWelcome`)'),
    version: z.string().describe('The version of the server (semantic versioning)'),
    commit: z.string().nullable().describe('The Git commit that the server was built from; null if unknown'),
    rules: z
      .array(ruleSetIdSchema)
      .describe(
        'The rule sets that new games may use, in the order in which the site offers them. Games of others go on to their end',
      ),
    tables: z
      .partialRecord(ruleSetIdSchema, z.int())
      .describe('Up to how many stones on the board endgame tables cover each mill rule set'),
    features: z
      .array(z.enum(FEATURES).meta(EXTENSIBLE))
      .describe(
        'What is switched on: `mail` (it sends mail), `vacations`, `built-in-bots` (they play), `claims-by-evidence` (the server upholds draw claims whose evidence holds), `registration-puzzle` (registering needs a proof of work), `guests` (people can play without registering), `tournaments`, `leagues`, `ladders`, `clubs`, `matches` (between clubs), `puzzles`, `analysis` (boards, tables and explorer), `bots` (the built-in ones), `ratings` (with rated games), `webhooks`, `apps` (of others, by OAuth), `chat` (messages between players), `news`. What is off fails with `feature-off`',
      ),
    ending: z
      .array(z.enum(OPTIONAL_FEATURES).meta(EXTENSIBLE))
      .describe(
        'What is switched off but can be read until what has begun of it is over: a running tournament, challenges on a ladder',
      ),
    registration: z
      .enum(REGISTRATION)
      .meta(EXTENSIBLE)
      .describe(
        'Who can register: `open` (everybody), `invite` (with a site invitation), `closed` (nobody: staff make the accounts)',
      ),
    invite: z
      .enum(INVITE)
      .meta(EXTENSIBLE)
      .describe('Who makes site invitations, where they are needed: `members` or `staff`'),
    readers: z
      .enum(READERS)
      .meta(EXTENSIBLE)
      .describe(
        'Who can read: `everyone`, or `members` (what visitors can read elsewhere fails with `unauthenticated` without a log-in, also for guests)',
      ),
    oidc: z
      .object({
        name: z.string().describe('What the provider is called on the button'),
        signup: z.boolean().describe('Whether people whom this site does not know yet can come in with it'),
        only: z
          .boolean()
          .describe(
            'Whether there is no log-in by password or code, but for those whom the host has named as admins',
          ),
      })
      .nullable()
      .describe('The OpenID Connect provider with which people log in (`startOidc`); null if there is none'),
  })
  .meta({ id: 'About' })
export type About = z.output<typeof aboutSchema>

export const getWelcomeQuery = z.strictObject({
  language: languageSchema.default('en').describe('The language wanted; if there is no text in it, another'),
})
export const welcomeSchema = z.object({
  language: languageSchema.describe('The language of the text'),
  html: z.string().describe('The text as HTML, made from the host’s Markdown'),
})
export type Welcome = z.output<typeof welcomeSchema>
