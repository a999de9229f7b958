import type { ClubRole, MatchState } from '@tegenzet/contract'
import { columnsOf } from '../../src/delivery/channels/channel-address.ts'
import type { TestPlayer } from '../people/test-player.ts'
import type { Request } from '../server/call-operation.ts'
import type { TestServer } from '../server/harness.ts'

const DAY_MS = 86_400_000

/** The requests about clubs and matches. The player owns the clubs; the bystander is a member, and owns the other club of a match. */
export function clubRequests(
  server: TestServer,
  { player, bystander }: Record<'player' | 'bystander', TestPlayer>,
): Record<string, () => Request | Promise<Request>> {
  const { prisma } = server.database
  const createdAt = server.clock.now()
  let serial = 0

  const club = async (
    members: [TestPlayer, ClubRole][] = [
      [player, 'owner'],
      [bystander, 'member'],
    ],
  ) => {
    const slug = `club-${++serial}`
    const { id } = await prisma.club.create({
      data: {
        slug,
        name: slug,
        description: '',
        language: 'en',
        joining: 'open',
        createdAt,
        founderId: bystander.id,
        describedById: bystander.id,
        memberCount: members.length,
        members: {
          create: members.map(([{ id: playerId }, role]) => ({ playerId, role, joinedAt: createdAt })),
        },
      },
    })
    return { id, params: { slug } }
  }
  const ownClub = async () => ({ params: (await club()).params })
  const ofBystander = () => club([[bystander, 'owner']])
  const member = async () => {
    const { params } = await club()
    return { params: { ...params, username: bystander.username } }
  }
  const asked = async (by: TestPlayer, { id, params }: Awaited<ReturnType<typeof club>>) => {
    await prisma.clubRequest.create({ data: { clubId: id, playerId: by.id, createdAt } })
    return { params: { ...params, username: by.username } }
  }
  const request = async () => asked(bystander, await club([[player, 'owner']]))
  const announcement = async () => {
    const { id: clubId, params } = await club()
    const data = { clubId, byId: player.id, text: 'The room is open.', createdAt }
    const { id } = await prisma.clubAnnouncement.create({ data })
    return { params: { ...params, id } }
  }
  const invitation = async () => {
    const { id: clubId, params } = await club()
    const { id } = await prisma.clubInvitation.create({
      data: { clubId, byId: player.id, createdAt, expiresAt: new Date(createdAt.getTime() + 86_400_000) },
    })
    return { params: { ...params, id } }
  }
  // refused at once: no test calls outside addresses
  const channel = async () => {
    const { id: clubId, params } = await club()
    const address = columnsOf(server.deps.config, { format: 'slack', url: 'https://127.0.0.1/hook' })
    const { id } = await prisma.channel.create({ data: { ...address, clubId, createdAt } })
    return { params: { ...params, id } }
  }
  const match = async (state: MatchState, signsUp = false) => {
    const [theirs, own] = [await ofBystander(), await club()]
    const { id } = await prisma.match.create({
      data: {
        clubAId: theirs.id,
        clubBId: own.id,
        rules: 'halma',
        rulesRevision: 1,
        rated: false,
        state,
        clock: { kind: 'per-move', days: 3 },
        vacation: true,
        boards: 4,
        gamesPerBoard: 1,
        createdAt,
        proposedById: bystander.id,
        lineupsCloseAt: new Date(createdAt.getTime() + 300 * DAY_MS),
      },
    })
    const signUp = {
      matchId: id,
      playerId: player.id,
      clubId: own.id,
      side: 'b' as const,
      signedUpAt: createdAt,
    }
    if (signsUp) await prisma.matchPlayer.create({ data: signUp })
    return { params: { id }, club: own.params.slug }
  }
  const proposed = async () => ({ params: (await match('proposed')).params })
  const withClub = async (place: 'body' | 'query') => {
    const { params, club } = await match('open')
    return { params, [place]: { club } }
  }

  return {
    foundClub: () => ({ body: { name: `New club ${++serial}` } }),
    getClub: ownClub,
    listClubMembers: ownClub,
    listClubAnnouncements: ownClub,
    listClubGames: ownClub,
    joinClub: ownClub,
    leaveClub: async () => ({
      params: (
        await club([
          [bystander, 'owner'],
          [player, 'member'],
        ])
      ).params,
    }),
    changeClub: ownClub,
    deleteClub: ownClub,
    removeClubMember: member,
    changeClubMember: member,
    withdrawClubRequest: async () => asked(player, await ofBystander()),
    listClubRequests: ownClub,
    acceptClubRequest: request,
    declineClubRequest: request,
    inviteToClub: async () => ({ ...(await ownClub()), body: {} }),
    listClubInvitations: ownClub,
    endClubInvitation: invitation,
    createClubChannel: async () => ({ ...(await ownClub()), body: { url: 'https://ntfy.sh/club' } }),
    listClubChannels: ownClub,
    updateClubChannel: channel,
    deleteClubChannel: channel,
    testClubChannel: channel,
    announceInClub: ownClub,
    deleteClubAnnouncement: announcement,
    proposeMatch: async () => ({
      body: {
        club: (await club()).params.slug,
        opponent: (await ofBystander()).params.slug,
        rules: 'halma',
        clock: { kind: 'per-move', days: 3 },
        boards: 4,
        lineupsCloseAt: new Date(createdAt.getTime() + 300 * DAY_MS).toISOString(),
      },
    }),
    getMatch: proposed,
    acceptMatch: proposed,
    declineMatch: proposed,
    cancelMatch: proposed,
    signUpForMatch: () => withClub('body'),
    withdrawFromMatch: async () => ({ params: (await match('open', true)).params }),
    listMissingFromMatch: () => withClub('query'),
    orderBoards: async () => ({
      params: (await match('open', true)).params,
      body: { side: 'b', usernames: [player.username] },
    }),
    startMatch: async () => ({ params: (await match('open', true)).params }),
    remindOfMatch: () => withClub('body'),
  }
}
