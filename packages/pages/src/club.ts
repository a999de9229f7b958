import type { Account } from '@tegenzet/contract'
import { call, type Page } from './call.ts'
import { ownClubs } from './clubs.ts'
import { ifReadable } from './features.ts'

export const clubNamed = (slug: string) => call('getClub', { params: { slug } })
export const clubMembers = (slug: string, cursor?: string) =>
  call('listClubMembers', { params: { slug }, query: { limit: 50, cursor } })
export const clubAnnouncements = (slug: string, cursor?: string) =>
  call('listClubAnnouncements', { params: { slug }, query: { limit: 2, cursor } })
export const clubGames = (slug: string, cursor?: string) =>
  call('listClubGames', { params: { slug }, query: { limit: 4, cursor } })
export const clubChallenges = (club: string, cursor?: string) =>
  call('listChallenges', { query: { club, limit: 5, cursor } })
export const clubMatches = (club: string, cursor?: string) =>
  call('listMatches', { query: { club, limit: 10, cursor } })
export const clubTournaments = (club: string, cursor?: string) =>
  call('listTournaments', { query: { club, limit: 5, cursor } })
export const clubRequests = (slug: string, cursor?: string) =>
  call('listClubRequests', { params: { slug }, query: { cursor } })

export const clubInvitations = (slug: string, cursor?: string) =>
  call('listClubInvitations', { params: { slug }, query: { cursor } })

/** Those who organise the club see who asks to join or is invited, other players which clubs of theirs could play against it. */
const forReader = (slug: string, role: string | undefined, account: Account) =>
  role && role !== 'member' ? [clubRequests(slug), clubInvitations(slug)] : [ownClubs(account)]

export const club = {
  subject: ({ params }) => clubNamed(params.id ?? ''),
  calls: (opened) => {
    const { id: slug = '' } = opened.params
    return [
      ...[clubMembers, clubAnnouncements, clubGames, clubChallenges].map((of) => of(slug)),
      ...ifReadable(opened, 'matches', clubMatches(slug)),
      ...ifReadable(opened, 'tournaments', clubTournaments(slug)),
    ]
  },
  callsAbout: ({ subject, account }) => (account ? forReader(subject.slug, subject.mine?.role, account) : []),
} satisfies Page
