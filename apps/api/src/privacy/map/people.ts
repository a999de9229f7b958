import { table } from './table.ts'

/** A person, and what they have to do with other people. */
export const PEOPLE_TABLES = {
  Availability: table(
    'Availability',
    { copied: ['playerId', 'rules', 'level', 'about', 'until'] },
    { list: 'botAvailability', rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
  ),
  Vacation: table(
    'Vacation',
    { copied: ['id', 'playerId', 'from', 'until', 'plannedUntil', 'state', 'createdAt'] },
    { list: 'vacations', rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
  ),
  Block: table(
    'Block',
    { copied: ['id', 'playerId', 'blockedId', 'createdAt'] },
    { list: 'blocks', rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
    { list: null, rows: ({ playerId }) => ({ blockedId: playerId }), erasure: 'delete' },
  ),
  Favourite: table(
    'Favourite',
    { copied: ['id', 'playerId', 'favouriteId', 'createdAt'] },
    { list: 'favourites', rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
    { list: null, rows: ({ playerId }) => ({ favouriteId: playerId }), erasure: 'delete' },
  ),
  Report: table(
    'Report',
    {
      copied: [
        ...['id', 'byId', 'playerId', 'reason', 'text', 'gameId', 'messageId', 'challengeId'],
        'analysisId',
        'clubId',
        'matchId',
        ...['evidence', 'state', 'createdAt', 'closedAt'],
      ] as const,
    },
    {
      list: 'reportsByYou',
      rows: ({ playerId }) => ({ byId: playerId }),
      erasure: { values: { text: '' } },
    },
    {
      list: 'reportsAboutYou',
      rows: ({ playerId }) => ({ playerId }),
      // who reported is confidential
      without: ['byId', 'text'],
      // copies of messages, challenges, analyses and profiles
      erasure: { values: { evidence: { game: null, message: null, challenge: null, analysis: null } } },
    },
  ),
  ReportRuling: table(
    'ReportRuling',
    { copied: ['id', 'reportId', 'verdict', 'byId', 'reason', 'warningId', 'createdAt'] },
    {
      list: 'rulingsOnReports',
      rows: ({ playerId }) => ({
        OR: [{ byId: playerId }, { report: { byId: playerId } }, { warning: { playerId } }],
      }),
      erasure: 'keep',
    },
  ),
  Warning: table(
    'Warning',
    { copied: ['id', 'playerId'] },
    { list: 'warnings', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  RulingWarning: table(
    'RulingWarning',
    { copied: ['rulingId', 'warningId', 'playerId'] },
    { list: 'warningsWithRulings', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
}
