import type { Game, Language } from '@tegenzet/contract'
import { type Call, call, type Page } from './call.ts'
import { bots, challengesToPair, ownChallenges } from './challenges.ts'
import { waitingGames } from './every-page.ts'
import { ifReadable } from './features.ts'
import { gameCalls } from './game.ts'
import { gamesBeingPlayed } from './games-being-played.ts'

export const MAX_PLAYED_NOW = 6
export const latestNews = () => call('listNews', { query: { limit: 2 } })
/** What the host says to visitors. */
export const welcome = (language: Language) => call('getWelcome', { query: { language } })

export const home = {
  subject: ({ account, isClosed }): Call | null => {
    if (isClosed) return null
    return account ? waitingGames() : gamesBeingPlayed(MAX_PLAYED_NOW)
  },
  calls: (opened) => {
    const { account, about, isClosed, language } = opened
    const words = !account && about?.welcome ? [welcome(language)] : []
    return isClosed ? words : [bots(), ...ifReadable(opened, 'news', latestNews()), ...words]
  },
  // begins with the most urgent game, and loads the next one in advance
  callsAbout: ({ subject, account }) =>
    account
      ? [
          ...(subject.items as Game[]).slice(0, 2).flatMap(({ id }) => gameCalls(id)),
          ownChallenges(),
          ...(account.kind === 'human' ? [challengesToPair()] : []),
        ]
      : [],
} satisfies Page
