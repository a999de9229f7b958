import { CLUB_TABLES } from './clubs.ts'
import { table } from './table.ts'

/** Tournaments stay, because they are the other entrants’ too. */
export const COMPETITION_TABLES = {
  ...CLUB_TABLES,
  TournamentLogEntry: table(
    'TournamentLogEntry',
    { copied: ['id', 'tournamentId', 'kind', 'playerId', 'byId', 'stage', 'struck', 'reason', 'createdAt'] },
    { list: 'tournamentLog', rows: ({ playerId }) => ({ playerId }), erasure: { values: { reason: null } } },
    {
      list: 'announcementsByYou',
      rows: ({ playerId }) => ({ byId: playerId, kind: 'announced' }),
      erasure: { values: { reason: null } },
    },
    // the reason of a removal is the removed player's
    {
      list: 'tournamentLogByYou',
      rows: ({ playerId }) => ({ byId: playerId, kind: { not: 'announced' } }),
      erasure: 'keep',
    },
  ),
  TournamentSeat: table(
    'TournamentSeat',
    { copied: ['tournamentId', 'stage', 'playerId', 'groupNr', 'seat', 'struck'] },
    { list: 'tournamentSeats', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  TournamentGroup: table('TournamentGroup', { other: ['tournamentId', 'stage', 'nr', 'games', 'startedAt'] }),
  // ids of players with their results, which stay public
  TournamentTable: table('TournamentTable', { other: ['tournamentId', 'stage', 'groupNr', 'state', 'rows'] }),
  TournamentEntry: table(
    'TournamentEntry',
    { copied: ['id', 'tournamentId', 'playerId', 'rating', 'stay', 'enteredAt', 'leftAt', 'leaveReason'] },
    { list: 'tournamentEntries', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  Tournament: table(
    'Tournament',
    {
      copied: [
        ...[
          'id',
          'format',
          'name',
          'description',
          'rules',
          'rulesRevision',
          'clock',
          'vacation',
          'provenDraws',
          'rated',
          'kind',
        ],
        ...[
          'groupSize',
          'gamesPerPair',
          'advance',
          'season',
          'division',
          'minEntrants',
          'maxEntrants',
          'entrants',
          'ratingMin',
          'ratingMax',
        ],
        ...[
          'invite',
          'state',
          'organiserId',
          'clubId',
          'stage',
          'startsAt',
          'startedAt',
          'endsAt',
          'endedAt',
          'createdAt',
        ],
      ] as const,
    },
    {
      list: 'tournamentsByYou',
      rows: ({ playerId }) => ({ organiserId: playerId }),
      erasure: { values: { description: '' } },
    },
  ),
  // a place is given up by the periodic task, which moves the others up
  LadderEntry: table(
    'LadderEntry',
    { copied: ['rules', 'playerId', 'place', 'enteredAt', 'activeAt'] },
    { list: 'ladders', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  LadderReign: table(
    'LadderReign',
    { copied: ['id', 'rules', 'playerId', 'since', 'until'] },
    { list: 'ladderReigns', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  LadderGame: table(
    'LadderGame',
    { copied: ['gameId', 'rules', 'challengerId', 'challengedId', 'begunAt', 'settledAt'] },
    { list: 'ladderChallenges', rows: ({ playerId }) => ({ challengerId: playerId }), erasure: 'keep' },
    { list: 'ladderChallenged', rows: ({ playerId }) => ({ challengedId: playerId }), erasure: 'keep' },
  ),
  LastRequest: table(
    'LastRequest',
    { copied: ['playerId', 'at'] },
    { list: 'lastRequest', rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
  ),
}
