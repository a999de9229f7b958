import type { User } from '@tegenzet/contract'
import { type Call, call, type Page } from './call.ts'
import { bots } from './challenges.ts'
import { ifReadable } from './features.ts'
import { relationTo } from './game.ts'

export const playerNamed = (username: string) => call('getUser', { params: { username } })
export const gamesOf = (player: string, status: 'active' | 'finished', cursor?: string) =>
  call('listGames', { query: { player, status, limit: 10, cursor } })
export const ratingsOf = (username: string) => call('listRatings', { params: { username } })
export const statisticsOf = (username: string) => call('getStatistics', { params: { username } })

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
  callsAbout: ({ subject, account }): Call[] => {
    const { username, kind }: User = subject
    if (kind === 'closed') return []
    return [
      statisticsOf(username),
      ...(account && account.username !== username ? [relationTo(username)] : []),
      ...(kind === 'bot' ? [bots()] : []),
    ]
  },
} satisfies Page
