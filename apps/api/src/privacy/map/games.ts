import { type Persons, table } from './table.ts'

const gameOf = ({ playerId }: Persons) => ({ OR: [{ whiteId: playerId }, { blackId: playerId }] })
const inGames = (person: Persons) => ({ game: gameOf(person) })
/** What one of the two players of a game has written. */
const bySide = ({ playerId }: Persons) => ({
  OR: [
    { by: 'white' as const, game: { whiteId: playerId } },
    { by: 'black' as const, game: { blackId: playerId } },
  ],
})
/** What the opponent has written. */
const toSide = ({ playerId }: Persons) => ({
  OR: [
    { by: 'black' as const, game: { whiteId: playerId } },
    { by: 'white' as const, game: { blackId: playerId } },
  ],
})

const NO_SCHEDULE = { timezone: 'UTC', daysOff: [], quietHours: null }

/** Games stay, because they are the opponents’ too. What was said in them and about them goes. */
export const GAME_TABLES = {
  Challenge: table(
    'Challenge',
    {
      copied: [
        ...['id', 'rules', 'rulesRevision', 'challengerId', 'opponentId', 'colour', 'clock'],
        ...['vacation', 'timeouts', 'provenDraws', 'rated', 'bots', 'message', 'declineReason'],
        ...['state', 'gameId', 'rematchOf', 'invite'],
        ...['expiresAt', 'expired', 'createdAt', 'closedAt'],
      ] as const,
    },
    {
      list: 'challengesByYou',
      rows: ({ playerId }) => ({ challengerId: playerId }),
      erasure: { values: { message: null } },
    },
    {
      list: 'challengesToYou',
      rows: ({ playerId }) => ({ opponentId: playerId }),
      erasure: { values: { declineReason: null } },
    },
  ),
  Game: table(
    'Game',
    {
      copied: [
        ...['id', 'rules', 'rulesRevision', 'status', 'version', 'whiteId', 'blackId', 'turn', 'ply'],
        ...[
          'position',
          'lastMove',
          'clock',
          'vacation',
          'timeouts',
          'provenDraws',
          'whiteSchedule',
          'blackSchedule',
          'clockSince',
        ],
        ...['deadline', 'whiteRemainingMs', 'blackRemainingMs', 'turnMs', 'winner', 'reason', 'rated'],
        ...[
          'tournamentId',
          'stage',
          'groupNr',
          'ladder',
          'matchId',
          'board',
          'assisted',
          'createdAt',
          'updatedAt',
          'endedAt',
        ],
      ] as const,
    },
    {
      list: 'gamesAsWhite',
      rows: ({ playerId }) => ({ whiteId: playerId }),
      without: ['blackSchedule'],
      erasure: { values: { whiteSchedule: NO_SCHEDULE } },
    },
    {
      list: 'gamesAsBlack',
      rows: ({ playerId }) => ({ blackId: playerId }),
      without: ['whiteSchedule'],
      erasure: { values: { blackSchedule: NO_SCHEDULE } },
    },
  ),
  // ratings follow from the games, which stay; those of the opponents too
  PlayerRating: table(
    'PlayerRating',
    {
      copied: [
        ...['playerId', 'rules', 'kind', 'rating', 'deviation', 'volatility', 'games', 'best'],
        ...['lastGameAt'],
      ] as const,
    },
    { list: 'ratings', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  GameRating: table(
    'GameRating',
    {
      copied: [
        ...['gameId', 'side', 'playerId', 'rules', 'ratingBefore', 'deviationBefore'],
        ...['volatilityBefore', 'ratingAfter', 'deviationAfter', 'volatilityAfter'],
      ] as const,
      other: ['sequence'],
    },
    { list: 'ratedGames', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  // results follow from the games too
  PlayerResults: table(
    'PlayerResults',
    {
      repeated: [
        ...['playerId', 'rules', 'side', 'finished', 'cancelled', 'won', 'lost', 'drawn', 'lostOnTime'],
      ] as const,
    },
    { list: null, rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  OpponentResults: table(
    'OpponentResults',
    { repeated: ['playerId', 'opponentId', 'finished', 'cancelled', 'won', 'lost', 'drawn'] },
    { list: null, rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  UncountedGame: table(
    'UncountedGame',
    { repeated: ['playerId', 'gameId'] },
    { list: null, rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  // the copy has the games as text
  Move: table('Move', { repeated: ['gameId', 'ply', 'move', 'playedAt'] }),
  PackedMoves: table('PackedMoves', { repeated: ['gameId', 'moves', 'playedAt'] }),
  DrawOffer: table(
    'DrawOffer',
    {
      copied: [
        'id',
        'gameId',
        'by',
        'ply',
        'ground',
        'numbers',
        'state',
        'createdAt',
        'expiresAt',
        'closedAt',
      ],
    },
    { list: 'drawOffers', rows: inGames, erasure: 'keep' },
  ),
  Message: table(
    'Message',
    { copied: ['id', 'gameId', 'by', 'ply', 'kind', 'offerId', 'text', 'days', 'createdAt'] },
    { list: 'messagesByYou', rows: bySide, erasure: { values: { text: '' } } },
    { list: 'messagesToYou', rows: toSide, erasure: 'keep' },
  ),
  GameAnalysis: table(
    'GameAnalysis',
    { copied: ['id', 'gameId', 'playerId', 'version', 'tree', 'bytes', 'notedAt', 'updatedAt'] },
    { list: 'gameAnalyses', rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
  ),
  Analysis: table(
    'Analysis',
    {
      copied: ['id', 'playerId', 'title', 'rules', 'version', 'tree', 'bytes', 'createdAt', 'updatedAt'],
      secret: ['shareNonce', 'callHash'],
    },
    { list: 'analyses', rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
  ),
  PuzzleAttempt: table(
    'PuzzleAttempt',
    {
      copied: [
        ...['playerId', 'puzzleId', 'givenAt', 'finishedAt', 'solved', 'ratingBefore', 'rating', 'deviation'],
        'volatility',
      ] as const,
    },
    { list: 'puzzles', rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
  ),
  PuzzleRating: table('PuzzleRating', {
    other: ['puzzleId', 'rating', 'deviation', 'volatility', 'solved', 'tried'],
  }),
  GamePuzzle: table('GamePuzzle', {
    other: [
      'id',
      'gameId',
      'ply',
      'rules',
      'position',
      'key',
      'solution',
      'value',
      'plies',
      'themes',
      'rating',
      'madeAt',
    ],
  }),
  // what the games add up to, which the copy has as text; erasure leaves what counts everybody
  ExplorerMove: table(
    'ExplorerMove',
    {
      repeated: ['playerId', 'position', 'rated', 'month', 'next', 'games', 'white', 'draws', 'black'],
      other: ['ratingSum', 'ratedGames', 'lastPlayed'],
    },
    { list: null, rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
  ),
  ExplorerGame: table(
    'ExplorerGame',
    { repeated: ['playerId', 'position', 'gameId', 'rated', 'month', 'ratings', 'endedAt'] },
    { list: null, rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
  ),
  LaterPosition: table(
    'LaterPosition',
    { repeated: ['playerId', 'position', 'endedAt', 'gameId'] },
    { list: null, rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
  ),
  ConditionalMoves: table(
    'ConditionalMoves',
    {
      copied: ['gameId', 'by', 'ply', 'branches', 'played', 'endedPly', 'endedReason', 'updatedAt'],
      other: ['version', 'dueAt'],
    },
    { list: 'conditionalMoves', rows: bySide, erasure: 'delete' },
  ),
  ReminderCheck: table('ReminderCheck', { other: ['gameId', 'at'] }),
  SentReminder: table('SentReminder', { other: ['gameId', 'ply', 'reminder', 'createdAt'] }),
  Claim: table(
    'Claim',
    {
      copied: [
        ...['id', 'gameId', 'by', 'claimantId', 'ply', 'ground', 'numbers', 'intendedMove', 'offerId'],
        ...['text', 'evidence', 'state', 'createdAt', 'closedAt'],
      ] as const,
      // would tell a player of a running game who wins
      other: ['proof'],
    },
    {
      list: 'claimsByYou',
      rows: ({ playerId }) => ({ claimantId: playerId }),
      erasure: { values: { text: null } },
    },
    {
      list: 'claimsByOpponents',
      rows: (person) => ({ game: gameOf(person), claimantId: { not: person.playerId } }),
      erasure: 'keep',
    },
  ),
  Ruling: table(
    'Ruling',
    { copied: ['id', 'claimId', 'verdict', 'byId', 'reason', 'createdAt'] },
    {
      list: 'rulingsOnClaims',
      rows: (person) => ({ OR: [{ byId: person.playerId }, { claim: inGames(person) }] }),
      erasure: 'keep',
    },
  ),
}
