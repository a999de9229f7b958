import { table } from './table.ts'

/** What moderators and admins decided. It stays, without what the person wrote about it. The log is never changed. */
export const MODERATION_TABLES = {
  Appeal: table(
    'Appeal',
    {
      copied: [
        ...['id', 'byId', 'sanctionId', 'reportId', 'text', 'state', 'createdAt', 'decidedAt', 'decidedById'],
        'reason',
      ] as const,
    },
    {
      list: 'appeals',
      rows: ({ playerId }) => ({ byId: playerId }),
      erasure: { values: { text: '' } },
    },
    {
      list: 'appealsDecidedByYou',
      rows: ({ playerId }) => ({ decidedById: playerId }),
      erasure: 'keep',
    },
  ),
  // what people without an account wrote; who decided is a person
  ContentReport: table(
    'ContentReport',
    {
      copied: ['id', 'location', 'state', 'decidedAt', 'decidedById', 'reason', 'createdAt'],
      other: ['text', 'name', 'email'],
    },
    {
      list: 'contentReportsDecidedByYou',
      rows: ({ playerId }) => ({ decidedById: playerId }),
      erasure: 'keep',
    },
  ),
  Sanction: table(
    'Sanction',
    {
      copied: [
        ...['id', 'playerId', 'kind', 'reason', 'byId', 'createdAt', 'until', 'liftedAt', 'liftedById'],
        'liftReason',
      ] as const,
    },
    { list: 'sanctions', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
    {
      list: 'sanctionsByYou',
      rows: ({ playerId }) => ({ OR: [{ byId: playerId }, { liftedById: playerId }] }),
      erasure: 'keep',
    },
  ),
  EngineComparison: table(
    'EngineComparison',
    {
      copied: [
        'id',
        'playerId',
        'requestedById',
        'requestedAt',
        'failed',
        'readyAt',
        'rules',
        'engineVersion',
      ],
    },
    {
      list: 'engineComparison',
      rows: ({ playerId }) => ({ playerId }),
      without: ['requestedById'],
      erasure: 'delete',
    },
    {
      list: 'engineComparisonsByYou',
      rows: ({ playerId }) => ({ requestedById: playerId }),
      without: ['rules'],
      erasure: 'keep',
    },
  ),
  AdminAct: table(
    'AdminAct',
    { copied: ['id', 'kind', 'byId', 'playerId', 'reason', 'details', 'createdAt'] },
    {
      list: 'adminActsAboutYou',
      rows: ({ playerId }) => ({ playerId }),
      without: ['byId'],
      erasure: 'keep',
    },
    { list: 'adminActsByYou', rows: ({ playerId }) => ({ byId: playerId }), erasure: 'keep' },
  ),
}
