import type { Game } from '@tegenzet/contract'
import { call, type Page } from './call.ts'
import { ownChallenges } from './challenges.ts'
import { ifReadable } from './features.ts'
import { groupOf } from './tournament.ts'

export const gameOf = (id: number) => call('getGame', { params: { id } })
export const movesOf = (id: number) => call('listMoves', { params: { id } })
export const gameCalls = (id: number) => [gameOf(id), movesOf(id)] as const
export const drawOffersOf = (id: number) => call('listDrawOffers', { params: { id } })
export const claimsOf = (id: number) => call('listClaims', { params: { id } })
export const messagesAboutOffers = (id: number) =>
  call('listMessages', { params: { id }, query: { about: 'offers', limit: 100 } })
export const messagesOf = (id: number, cursor?: string) =>
  call('listMessages', { params: { id }, query: { sort: '-createdAt', limit: 30, cursor } })
export const notesOf = (id: number) => call('listNotes', { params: { id } })
export const conditionalMovesOf = (id: number) => call('getPlan', { params: { id } })
export const relationTo = (username: string) => call('getRelation', { params: { username } })
export const allWarnings = () => call('listWarnings', { query: { limit: 100 } })

export const game = {
  subject: ({ params }) => gameOf(Number(params.id)),
  calls: ({ params }) => {
    const id = Number(params.id)
    return [movesOf(id), drawOffersOf(id), claimsOf(id)]
  },
  callsAbout: (opened) => {
    const { account, subject } = opened
    const { id, white, black, outcome, tournament }: Game = subject
    const competition = tournament?.league ? 'leagues' : 'tournaments'
    const standings = tournament ? ifReadable(opened, competition, groupOf(tournament)) : []
    if (white.id !== account?.id && black.id !== account?.id) return standings
    const { username } = white.id === account.id ? black : white
    return [
      ...standings,
      ...ifReadable(opened, 'chat', messagesAboutOffers(id), messagesOf(id)),
      notesOf(id),
      conditionalMovesOf(id),
      relationTo(username),
      allWarnings(),
      ...(outcome ? [ownChallenges()] : []),
    ]
  },
} satisfies Page
