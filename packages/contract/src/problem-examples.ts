import { ERRORS, type ErrorCode, type Problem } from './problem.ts'

/** An example of the error with this code. */
export const problemExample = (code: ErrorCode): Problem => ({
  type: `/api/docs#${code}`,
  ...ERRORS[code],
  detail: DETAILS[code],
  code,
  ...EXTENSIONS[code],
})

const DETAILS: Record<ErrorCode, string> = {
  'bad-request': 'Body is not valid JSON but content-type is set to "application/json"',
  validation: 'The request does not match its description. `errors` lists the invalid fields.',
  unauthenticated: 'The token is invalid, expired or revoked.',
  'wrong-credentials': 'The username or the password is wrong.',
  'second-factor-needed':
    'The password is right. Send it again with a code of your authenticator app or a recovery code.',
  'missing-scope': 'The token lacks the scope game:play.',
  'proof-needed':
    'Your last log-in or proof of identity was more than 10 minutes ago. Send your password to POST /api/v1/session/proof first.',
  'puzzle-needed':
    'Registering needs the solution of a puzzle. Get one from GET /api/v1/accounts/puzzle; the API guide says how to solve it.',
  'registration-closed': 'Nobody can register here: the people who run this site make the accounts.',
  'invitation-needed': 'Registering here needs an invitation. This one is unknown, used up or has expired.',
  'factor-required':
    'Admins of this server need a second factor. Set up an authenticator app or a passkey first.',
  'feature-off': 'There are no tournaments on this site.',
  'password-login-off': 'On this site people log in with Molenclub: see GET /api/v1/session/oidc.',
  'guests-cannot': 'Guests cannot do this. Register to keep your games and do more.',
  'email-not-verified': 'Verify your e-mail address first: then you can organise tournaments.',
  forbidden: 'This call needs a session. Tokens cannot make it.',
  muted: 'You may not write messages until 2026-12-01T10:00:00.000Z: Please stay polite.',
  restricted: 'You may not start new games until a moderator lifts this: Games left to run out of time.',
  'account-closed': 'This account is closed: repeated insults. You can appeal.',
  'game-running': 'Your game 353379 is still running. You can look at this position when it is over.',
  'not-a-member': 'Only members of Molenclub Utrecht may do this.',
  'not-a-player': 'Only the two players of the game may do this.',
  'contact-refused': 'bram does not accept challenges from you.',
  'not-found': 'There is no game 353380.',
  'method-not-allowed': '/api/v1/games supports GET.',
  conflict: 'The offer is no longer open: it was declined at 2026-11-22T20:00:00.000Z.',
  'username-taken': 'The username anna is taken or was used before.',
  'email-taken': 'Another account uses this e-mail address.',
  'game-over': 'The game is over.',
  'game-not-over': 'The game is still being played. You can ask for a rematch when it is over.',
  'game-frozen': 'A claim is open. The game is frozen until it is settled.',
  'not-your-turn': 'It is black’s turn.',
  'stale-ply': '5 plies have been played, not 4. Get the game again.',
  'no-hint': 'There are hints only in unrated games against a built-in bot.',
  'terms-not-possible': 'In rated games time-outs are automatic.',
  overdue: 'Your time ran out at 2026-11-25T08:15:00.000Z. You may only move, resign or accept a draw.',
  'not-overdue': 'Your opponent has time until 2026-11-25T08:15:00.000Z. Claim the win more than 5 s later.',
  'gift-refused': 'In this game you can give at most 3 days at once.',
  'too-late-to-cancel': 'Both players have moved. You can resign, but no longer cancel.',
  'offer-open': 'White’s draw offer is still open. Only one offer can be open at a time.',
  'vacation-overlaps':
    'You have a vacation from 2026-12-24T08:00:00.000Z to 2026-12-28T08:00:00.000Z. End or delete it first.',
  'vacation-over': 'This vacation ended at 2026-11-08T07:00:00.000Z.',
  'little-time-left':
    'You have less than an hour left in 2 games. Send `anyway` to start the vacation nevertheless.',
  'challenge-closed': 'The challenge is no longer open: it was accepted.',
  'player-blocked': 'You have blocked bram. Unblock them first.',
  'already-reported': 'You have already reported this. An admin will look at it.',
  'entries-closed': 'This tournament takes no more entries.',
  'already-entered': 'You have already entered this tournament.',
  'tournament-full': 'This tournament is full.',
  'club-full': 'Molenclub Utrecht has 2,000 members, the maximum.',
  'already-a-member': 'You are a member of Molenclub Utrecht already.',
  'lineups-closed': 'The line-ups of this match are closed.',
  'wrong-kind': 'Only people with an account play in this tournament.',
  'too-far-above': 'You can challenge players up to 3 places above you.',
  'too-many-challenges': 'You have 2 running challenges on this ladder, the maximum.',
  'met-recently': 'You can meet bram again from 2026-12-06T12:00:00.000Z.',
  'opponent-restricted': 'bram may not start new games now.',
  'on-vacation': 'bram is on vacation until 2026-12-01T12:00:00.000Z.',
  'rating-out-of-range': 'This tournament is for ratings from 1500.',
  'payload-too-large': 'The body is larger than this call accepts.',
  'unsupported-media-type': 'Send the body as application/json.',
  'malformed-position':
    '"ww." is not a position: expected something like ".../.../.../....../.../.../... w 9 9 0 1".',
  'malformed-tree': 'Node 17: d6 is not a legal move: the point is occupied.',
  'malformed-record': 'Line 5, column 12: d6 is not a legal move: the point is occupied.',
  'illegal-move': 'd6 is not a legal move: the point is occupied.',
  'claim-refused': 'The claim is not allowed now: not-your-turn.',
  'offer-refused': 'A draw offer cannot name this ground and these numbers here.',
  'offer-repeated': 'You may repeat this offer after 5 moves of your own. You have made 2.',
  'own-challenge': 'You cannot challenge yourself.',
  yourself: 'You cannot block yourself.',
  'unknown-opponent': 'There is no player bram to challenge.',
  'report-refused': 'bram did not write this message.',
  'use-a-channel':
    'Discord understands no signed events. Give this address to POST /api/v1/account/channels, which writes messages there.',
  'url-refused': 'The URL has a port that is not allowed. Use 443 or a port from 1024 up.',
  'not-a-new-account':
    'An account can become a bot account only before its first game and while it has no open challenges.',
  'rated-not-possible':
    'A rated game needs two people or two bots. Send `rated: false` to play an unrated game.',
  'bots-not-welcome': 'The challenger wants to play a person, so bots may not accept this challenge.',
  'weak-password': 'Many people use this password, so it is easily guessed. Choose another one.',
  'link-expired': 'This link has been used or has expired. Request a new one.',
  'idempotency-key-reused':
    'This Idempotency-Key was already used for a different request. Use a new key for a new request.',
  'not-enough-vacation': 'You will have 6 days and 12 hours of vacation left by then, not 8 days.',
  'limit-reached': 'You have 50 open challenges. Withdraw one first.',
  'upgrade-required': 'This is a WebSocket endpoint. Connect with a WebSocket client.',
  'new-account-limit':
    'An account less than 3 days old can send 10 challenges to players it has not played a day.',
  'rate-limited': 'You have made more than 600 requests in a minute. Try again in 23 seconds.',
  internal: 'The server failed. The error was logged and nothing was changed.',
  unavailable: 'The database does not respond.',
}

/** The fields that some errors have besides the standard ones. */
const EXTENSIONS: Partial<Record<ErrorCode, Partial<Problem>>> = {
  'malformed-tree': { node: 17, reason: 'illegal-move' },
  validation: {
    errors: [{ path: '/body/ply', message: 'Invalid input: expected number, received undefined' }],
  },
  'little-time-left': {
    games: [
      { id: 353379, opponent: 'bram', deadline: '2026-11-25T08:15:00.000Z', vacation: true },
      { id: 353401, opponent: 'dirk', deadline: '2026-11-25T08:40:00.000Z', vacation: true },
    ],
  },
  muted: { sanction: { id: 41, reason: 'Please stay polite.', until: '2026-12-01T10:00:00.000Z' } },
  restricted: { sanction: { id: 42, reason: 'Games left to run out of time.', until: null } },
  'account-closed': {
    sanction: {
      id: 43,
      reason: 'Repeated insults',
      until: null,
      appealUrl:
        'https://tegenzet.example/appeal#31.1766570400000.mGk3V0cYq1Zb7sXfJt5LwRd9uHn2pEo8aTi6vKx4yQs',
    },
  },
  'claim-refused': { refusals: [{ code: 'not-your-turn', params: {} }] },
  'gift-refused': { reason: 'too-long' },
  'offer-refused': { refusals: [{ code: 'malformed-numbers', params: {} }] },
}
