import { call, type Page } from './call.ts'
import { ifReadable } from './features.ts'

export const playerNamed = (username: string) => call('getUser', { params: { username } })
export const gamesOf = (player: string, status: 'active' | 'finished', cursor?: string) =>
  call('listGames', { query: { player, status, limit: 10, cursor } })
export const ratingsOf = (username: string) => call('listRatings', { params: { username } })

export const player = {
  subject: ({ params }) => playerNamed(params.username ?? ''),
  calls: (opened) => {
    const { username = '' } = opened.params
    return [
      gamesOf(username, 'active'),
      gamesOf(username, 'finished'),
      ...ifReadable(opened, 'ratings', ratingsOf(username)),
    ]
  },
} satisfies Page
