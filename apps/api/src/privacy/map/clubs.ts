import { table } from './table.ts'

/**
 * Clubs and matches stay, because they are the other members’ too. Memberships end by `leaveCompetitions`, which also hands on
 * clubs.
 */
export const CLUB_TABLES = {
  MatchPlayer: table(
    'MatchPlayer',
    {
      copied: [
        ...['id', 'matchId', 'playerId', 'clubId', 'side', 'place', 'board', 'rating', 'signedUpAt'],
        ...['games', 'points'],
      ] as const,
    },
    { list: 'matches', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  Match: table(
    'Match',
    {
      copied: [
        ...[
          'id',
          'clubAId',
          'clubBId',
          'rules',
          'rulesRevision',
          'clock',
          'rated',
          'vacation',
          'provenDraws',
          'boards',
        ],
        ...['gamesPerBoard', 'message', 'proposedById', 'state', 'lineupsCloseAt', 'remindedAAt'],
        ...['remindedBAt', 'agreedAAt', 'agreedBAt', 'scoreA', 'scoreB', 'createdAt', 'startedAt', 'endedAt'],
      ] as const,
    },
    {
      list: 'matchesByYou',
      rows: ({ playerId }) => ({ proposedById: playerId }),
      erasure: { values: { message: null } },
    },
  ),
  ClubAnnouncement: table(
    'ClubAnnouncement',
    { copied: ['id', 'clubId', 'byId', 'text', 'createdAt'] },
    { list: 'clubAnnouncementsByYou', rows: ({ playerId }) => ({ byId: playerId }), erasure: 'delete' },
  ),
  ClubRemoval: table(
    'ClubRemoval',
    { copied: ['clubId', 'playerId', 'byId', 'reason', 'createdAt'] },
    { list: 'clubRemovals', rows: ({ playerId }) => ({ playerId }), without: ['byId'], erasure: 'delete' },
    {
      list: 'clubRemovalsByYou',
      rows: ({ playerId }) => ({ byId: playerId }),
      erasure: { values: { reason: '' } },
    },
  ),
  ClubInvitation: table(
    'ClubInvitation',
    { copied: ['id', 'clubId', 'playerId', 'byId', 'createdAt', 'expiresAt'] },
    { list: 'clubInvitations', rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
    { list: 'clubInvitationsByYou', rows: ({ playerId }) => ({ byId: playerId }), erasure: 'delete' },
  ),
  ClubRequest: table(
    'ClubRequest',
    { copied: ['id', 'clubId', 'playerId', 'createdAt'] },
    { list: 'clubRequests', rows: ({ playerId }) => ({ playerId }), erasure: 'delete' },
  ),
  ClubMember: table(
    'ClubMember',
    { copied: ['id', 'clubId', 'playerId', 'role', 'joinedAt'] },
    { list: 'clubs', rows: ({ playerId }) => ({ playerId }), erasure: 'keep' },
  ),
  ClubName: table('ClubName', { other: ['look', 'clubId'] }),
  Club: table(
    'Club',
    {
      copied: [
        ...['id', 'slug', 'name', 'description', 'language', 'joining', 'founderId', 'describedById'],
        ...['memberCount', 'createdAt', 'endedAt'],
      ] as const,
    },
    { list: 'clubsFounded', rows: ({ playerId }) => ({ founderId: playerId }), erasure: 'keep' },
    {
      list: 'clubsDescribed',
      rows: ({ playerId }) => ({ describedById: playerId }),
      erasure: { values: { description: '' } },
    },
  ),
}
