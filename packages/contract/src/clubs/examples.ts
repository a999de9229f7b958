import { game } from '../games/examples.ts'
import { anna, bram, cato } from '../people/example-players.ts'
import type { Club, ClubAnnouncement, ClubEvent, ClubMember } from './schemas.ts'

export const club: Club = {
  slug: 'molenclub-utrecht',
  name: 'Molenclub Utrecht',
  description: 'We meet on Thursdays.',
  language: 'nl',
  joining: 'request',
  members: 24,
  owner: anna,
  mine: { role: 'owner' },
  record: { won: 3, drawn: 1, lost: 2 },
  createdAt: '2026-11-21T19:00:00.000Z',
}
const member: ClubMember = { user: bram, role: 'member', joinedAt: '2026-11-22T20:15:00.000Z' }
const announcement: ClubAnnouncement = {
  id: 5,
  by: anna,
  text: 'The next match is against Bruges: sign up!',
  createdAt: '2026-11-24T18:00:00.000Z',
}
export const clubEvent: ClubEvent = {
  slug: club.slug,
  name: club.name,
  change: 'joined',
  user: bram,
  by: anna,
  role: 'member',
  text: null,
}

const onePage = <T>(item: T) => ({ items: [item], nextCursor: null })

const invitation = {
  id: 31,
  user: cato,
  by: anna,
  url: null,
  createdAt: '2026-11-25T09:00:00.000Z',
  expiresAt: '2026-12-09T09:00:00.000Z',
}

export const CLUB_EXAMPLES = {
  foundClub: {
    body: { name: club.name, description: club.description, language: club.language, joining: club.joining },
    response: { club: { ...club, members: 1, record: { won: 0, drawn: 0, lost: 0 } } },
  },
  listClubs: { response: onePage(club) },
  getClub: {
    response: {
      ...club,
      bestBoards: [{ user: bram, games: 6, points: 4.5 }],
      own: { asked: false, invited: false, removed: null, requests: 1 },
    },
  },
  changeClub: {
    body: { joining: 'open' as const },
    response: { ...club, joining: 'open' as const },
  },
  listClubMembers: { response: onePage(member) },
  joinClub: { response: { state: 'requested' as const } },
  removeClubMember: { body: { reason: 'Has not played for a year.' } },
  changeClubMember: {
    body: { role: 'organiser' as const },
    response: { ...member, role: 'organiser' as const },
  },
  listClubRequests: { response: onePage({ user: cato, createdAt: '2026-11-25T08:30:00.000Z' }) },
  acceptClubRequest: { response: { ...member, user: cato } },
  inviteToClub: { body: { username: cato.username }, response: invitation },
  listClubInvitations: { response: onePage(invitation) },
  listClubAnnouncements: { response: onePage(announcement) },
  announceInClub: { body: { text: announcement.text }, response: announcement },
  listClubGames: { response: onePage(game) },
}
