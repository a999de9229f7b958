import { table } from './table.ts'

/** What moderators and admins did. The log is never changed. */
export const MODERATION_TABLES = {
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
