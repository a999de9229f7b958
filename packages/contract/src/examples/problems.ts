import { ERRORS, type ErrorCode, type Problem } from '../problem.ts'

/** An error with this code as a client may read it. */
export const problemExample = (code: ErrorCode): Problem => ({
  type: `/api/docs#${code}`,
  ...ERRORS[code],
  detail: DETAILS[code],
  code,
  ...MORE[code],
})

/** What people read with each code, as an example. */
const DETAILS: Record<ErrorCode, string> = {
  'bad-request': 'Body is not valid JSON but content-type is set to "application/json"',
  validation: 'The request does not fit its description; `errors` says where.',
  unauthenticated: 'The token is not valid, has expired or was revoked.',
  'wrong-credentials': 'The username or the password is wrong.',
  'missing-scope': 'The token lacks the scope game:play.',
  forbidden: 'This is done logged in, not with a token.',
  'not-a-player': 'Only its two players may do this in a game.',
  'contact-refused': 'bram takes no challenges from you.',
  'not-found': 'There is no game 353380.',
  'method-not-allowed': '/api/v1/games answers to GET.',
  conflict: 'The offer is no longer open: it was declined at 2026-11-22T20:00:00.000Z.',
  'username-taken': 'The username anna is taken, or was once.',
  'email-taken': 'This e-mail address belongs to an account already.',
  'game-over': 'The game is over.',
  'game-not-over': 'The game is still being played: a rematch is asked for once it is over.',
  'game-frozen': 'A claim is open: nothing moves until it is settled.',
  'not-your-turn': 'It is black’s turn.',
  'stale-ply': '5 plies have been played, not 4: look at the game again.',
  'too-late-to-cancel': 'Both have moved: the game can be resigned, no longer cancelled.',
  'offer-open': 'An offer of white’s is open: one at a time.',
  'vacation-overlaps':
    'You have a vacation from 2026-12-24T08:00:00.000Z until 2026-12-28T08:00:00.000Z: end or drop it first.',
  'vacation-over': 'This vacation was over at 2026-11-08T07:00:00.000Z.',
  'little-time-left': 'Less than an hour is left to you in 2 games: send `anyway` to begin nevertheless.',
  'challenge-closed': 'The challenge is no longer open: it was accepted.',
  'player-blocked': 'You have blocked bram: unblock them first.',
  'already-reported': 'Your report of this is open: an admin will look at it.',
  'payload-too-large': 'The body is larger than this call takes.',
  'unsupported-media-type': 'Send the body as application/json.',
  'illegal-move': 'd6 is not legal here: the point is taken.',
  'claim-refused': 'The claim is not allowed now: not-your-turn.',
  'offer-refused': 'An offer cannot name this ground and these numbers here.',
  'offer-repeated': 'The same offer may be made again after 5 moves of yours; there have been 2.',
  'own-challenge': 'Nobody plays against themselves.',
  yourself: 'This is you: choose somebody else.',
  'unknown-opponent': 'There is no player bram to challenge.',
  'report-refused': 'bram did not write this message.',
  'url-refused': 'The port of the address is refused: 443, or one from 1024 up.',
  'not-a-new-account':
    'An account becomes a bot’s before its first game, and while no challenge by it or to it is open.',
  'bots-not-welcome': 'The challenger wants to play people: no bot may accept this one.',
  'link-expired': 'This link was used already, or is too old. Ask for a new one.',
  'idempotency-key-reused':
    'This Idempotency-Key was sent before with another request: a new request takes a new key.',
  'not-enough-vacation': 'You will have 6 days and 12 hours of vacation by then, not 8 days.',
  'limit-reached': 'You have 50 open challenges: withdraw one before the next.',
  'upgrade-required': 'This is a WebSocket: connect with one.',
  'rate-limited': 'More than 600 requests a minute. Go on in 23 seconds.',
  internal: 'The server failed. It has been logged; nothing was changed by halves.',
  unavailable: 'The database does not answer.',
}

/** What some say besides. */
const MORE: Partial<Record<ErrorCode, Pick<Problem, 'errors' | 'refusals' | 'games'>>> = {
  validation: {
    errors: [{ path: '/body/ply', message: 'Invalid input: expected number, received undefined' }],
  },
  'little-time-left': {
    games: [
      { id: 353379, opponent: 'bram', deadline: '2026-11-25T08:15:00.000Z', vacation: true },
      { id: 353401, opponent: 'dirk', deadline: '2026-11-25T08:40:00.000Z', vacation: true },
    ],
  },
  'claim-refused': { refusals: [{ code: 'not-your-turn', params: {} }] },
  'offer-refused': { refusals: [{ code: 'malformed-numbers', params: {} }] },
}
