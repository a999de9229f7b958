import { call } from './call.ts'

/** The reader's own challenges and those for the reader. */
export const ownChallenges = (cursor?: string) =>
  call('listChallenges', { query: { mine: 'true', limit: 100, cursor } })

/** Open challenges to choose a quick opponent from. */
export const challengesToPair = () => call('listChallenges', { query: { limit: 100 } })

export const bots = () => call('listBots', { query: { limit: 100 } })
