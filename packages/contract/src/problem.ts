import { z } from 'zod'
import { claimRefusalSchema } from './claims/schemas.ts'
import { EXTENSIBLE, instant } from './common.ts'
import { gameAnalysisSchema } from './game-analysis/schemas.ts'

/** Every error code with its HTTP status and title. Programs use the code, people read the detail. */
export const ERRORS = {
  'bad-request': { status: 400, title: 'The request cannot be parsed' },
  validation: { status: 400, title: 'The request is invalid' },
  unauthenticated: { status: 401, title: 'Authentication required' },
  'wrong-credentials': { status: 401, title: 'Wrong username, password or code' },
  'second-factor-needed': { status: 401, title: 'A second factor is needed' },
  'missing-scope': { status: 403, title: 'The token lacks a scope' },
  'proof-needed': { status: 403, title: 'A recent proof of identity is needed' },
  'puzzle-needed': { status: 403, title: 'A puzzle must be solved first' },
  'factor-required': { status: 403, title: 'Admins need a second factor' },
  'registration-closed': { status: 403, title: 'Registration is closed' },
  'invitation-needed': { status: 403, title: 'Registering needs an invitation' },
  'feature-off': { status: 403, title: 'Switched off on this site' },
  'guests-cannot': { status: 403, title: 'Guests cannot do this' },
  'email-not-verified': { status: 403, title: 'The e-mail address is not verified yet' },
  'password-login-off': { status: 403, title: 'This site has no log-in by password or code' },
  forbidden: { status: 403, title: 'Not allowed' },
  muted: { status: 403, title: 'You may not write messages' },
  restricted: { status: 403, title: 'You may not start games' },
  'account-closed': { status: 403, title: 'The account is closed' },
  'game-running': { status: 403, title: 'The position belongs to a running game of yours' },
  'not-a-member': { status: 403, title: 'Not a member of the club' },
  'not-a-player': { status: 403, title: 'You do not play in this game' },
  'contact-refused': { status: 403, title: 'The player does not accept this from you' },
  'not-found': { status: 404, title: 'Not found' },
  'method-not-allowed': { status: 405, title: 'Method not allowed' },
  conflict: { status: 409, title: 'The state has changed' },
  'username-taken': { status: 409, title: 'Username taken' },
  'email-taken': { status: 409, title: 'E-mail address already in use' },
  'game-over': { status: 409, title: 'The game is over' },
  'game-not-over': { status: 409, title: 'The game is not over yet' },
  'game-frozen': { status: 409, title: 'The game is frozen by a claim' },
  'not-your-turn': { status: 409, title: 'It is not your turn' },
  'stale-ply': { status: 409, title: 'The game has moved on' },
  overdue: { status: 409, title: 'Your time is out' },
  'not-overdue': { status: 409, title: 'The opponent’s time is not out' },
  'too-late-to-cancel': { status: 409, title: 'The game can no longer be cancelled' },
  'offer-open': { status: 409, title: 'A draw offer is already open' },
  'vacation-overlaps': { status: 409, title: 'Vacations overlap' },
  'vacation-over': { status: 409, title: 'The vacation is already over' },
  'little-time-left': { status: 409, title: 'Little time left in some games' },
  'challenge-closed': { status: 409, title: 'The challenge is no longer open' },
  'player-blocked': { status: 409, title: 'You have blocked this player' },
  'already-reported': { status: 409, title: 'Already reported' },
  'entries-closed': { status: 409, title: 'The tournament takes no more entries' },
  'already-entered': { status: 409, title: 'You have already entered' },
  'tournament-full': { status: 409, title: 'The tournament is full' },
  'club-full': { status: 409, title: 'The club is full' },
  'already-a-member': { status: 409, title: 'Already a member of the club' },
  'lineups-closed': { status: 409, title: 'The line-ups of the match are closed' },
  'payload-too-large': { status: 413, title: 'The request body is too large' },
  'unsupported-media-type': { status: 415, title: 'Unsupported media type' },
  'malformed-position': { status: 422, title: 'Not a position of these rules' },
  'malformed-tree': { status: 422, title: 'Not a valid tree of moves' },
  'malformed-record': { status: 422, title: 'Not the record of one game' },
  'no-hint': { status: 422, title: 'There are no hints in this game' },
  'gift-refused': { status: 422, title: 'Time cannot be given' },
  'illegal-move': { status: 422, title: 'Illegal move' },
  'claim-refused': { status: 422, title: 'The claim is not allowed now' },
  'offer-refused': { status: 422, title: 'The draw offer is not allowed' },
  'offer-repeated': { status: 422, title: 'The same draw offer was made a few moves ago' },
  'own-challenge': { status: 422, title: 'You cannot play against yourself' },
  yourself: { status: 422, title: 'You cannot do this to yourself' },
  'unknown-opponent': { status: 422, title: 'No such opponent' },
  'report-refused': { status: 422, title: 'The report does not fit its subject' },
  'url-refused': { status: 422, title: 'The URL is not allowed' },
  'use-a-channel': { status: 422, title: 'This address belongs to a service with a channel' },
  'not-a-new-account': { status: 422, title: 'The account has already been used to play' },
  'rated-not-possible': { status: 422, title: 'These two players cannot play a rated game' },
  'terms-not-possible': { status: 422, title: 'These terms cannot stand together' },
  'bots-not-welcome': { status: 422, title: 'Bots may not accept this challenge' },
  'weak-password': { status: 422, title: 'The password is easily guessed' },
  'link-expired': { status: 422, title: 'The link is invalid or has expired' },
  'idempotency-key-reused': { status: 422, title: 'The idempotency key was used for another request' },
  'wrong-kind': { status: 422, title: 'The competition is for another kind of player' },
  'too-far-above': { status: 422, title: 'The player is not within your reach on the ladder' },
  'too-many-challenges': { status: 422, title: 'Too many running ladder challenges' },
  'met-recently': { status: 422, title: 'You have met on the ladder recently' },
  'opponent-restricted': { status: 422, title: 'The player may not start new games' },
  'on-vacation': { status: 422, title: 'The player is on vacation' },
  'rating-out-of-range': { status: 422, title: 'Your rating is outside the tournament’s range' },
  'not-enough-vacation': { status: 422, title: 'Not enough vacation left' },
  'limit-reached': { status: 422, title: 'A limit has been reached' },
  'upgrade-required': { status: 426, title: 'WebSocket upgrade required' },
  'new-account-limit': { status: 429, title: 'New accounts can contact only a few strangers a day' },
  'rate-limited': { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal server error' },
  unavailable: { status: 503, title: 'The server is temporarily unavailable' },
} as const satisfies Record<string, { status: number; title: string }>

export type ErrorCode = keyof typeof ERRORS
export const ERROR_CODES = Object.keys(ERRORS) as [ErrorCode, ...ErrorCode[]]

/** RFC 9457 problem details: the body of every error. */
export const problemSchema = z
  .object({
    type: z.string().describe('A URI reference that identifies the error: `/api/docs#` and the code'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What went wrong and what to do about it, for people. Do not parse it'),
    code: z
      .enum(ERROR_CODES)
      .meta(EXTENSIBLE)
      .describe('The error code, for programs. Treat an unknown code by its status'),
    errors: z
      .array(z.object({ path: z.string().describe('JSON pointer of the field'), message: z.string() }))
      .optional()
      .describe('The invalid fields'),
    refusals: z
      .array(claimRefusalSchema)
      .optional()
      .describe(
        'With `claim-refused` and `offer-refused`: every reason why the claim, or the ground of the offer, is not allowed now',
      ),
    node: z
      .int()
      .nullable()
      .optional()
      .describe('With `malformed-tree`: the index of the node; null if the fault is not in one'),
    reason: z
      .string()
      .optional()
      .describe(
        'With `malformed-tree`: what is wrong, for programs. With `gift-refused`: `competition`, `bot`, `too-long`, `too-many` or `time-out`',
      ),
    current: gameAnalysisSchema
      .extend({ title: z.string().optional() })
      .optional()
      .describe('With `conflict`, where the call says so: what is stored now'),
    games: z
      .array(
        z.object({
          id: z.int(),
          opponent: z.string().describe('The opponent’s username'),
          deadline: instant.describe('When your time runs out'),
          vacation: z.boolean().describe('Whether vacations stop the clock in this game'),
        }),
      )
      .optional()
      .describe('With `little-time-left`: your games with less than an hour left, most urgent first'),
    usernames: z
      .array(z.string())
      .optional()
      .describe('With `conflict` from `createMembers`: the names that are taken or reserved'),
    sanction: z
      .object({
        id: z.int(),
        reason: z.string(),
        until: instant.nullable().describe('null: until it is lifted'),
        appealUrl: z.string().optional().describe('With `account-closed`: the page for an appeal'),
      })
      .optional()
      .describe('With `muted`, `restricted` and `account-closed`: the sanction in force'),
  })
  .meta({ id: 'Problem' })

export type Problem = z.output<typeof problemSchema>
