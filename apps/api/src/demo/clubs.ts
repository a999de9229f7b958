import { itemAt } from '@tegenzet/common'
import type { OptionalFeature } from '@tegenzet/contract'
import type { RuleSetId } from '@tegenzet/rules'
import type { DemoPlayer } from './demo-player.ts'

interface Clubs {
  rules: RuleSetId
  /** The strongest first, at least nine. */
  players: readonly DemoPlayer[]
  daysAgo: (days: number) => Date
  features: ReadonlySet<OptionalFeature>
}

const perMove = { kind: 'per-move', days: 3 }

/**
 * Plans two clubs with a match in every state up to finished, and a tournament of one of them. The first player owns that
 * one, has a match to answer, and one more player asks to join.
 * @param plan runs something so many days ago
 */
export function planClubs(
  plan: (days: number, run: () => Promise<unknown>) => void,
  { rules, players, daysAgo, features }: Clubs,
): void {
  const [me, rival] = players as [DemoPlayer, DemoPlayer]
  const [home, away] = ['molenclub-utrecht', 'cercle-du-moulin']
  const side = (first: 0 | 1) => players.slice(0, 8).filter((_, n) => n % 2 === first)
  const found = (days: number, by: DemoPlayer, members: DemoPlayer[], body: object) =>
    plan(days, async () => {
      const { club } = await by.call('foundClub', { body })
      for (const member of members) await member.call('joinClub', { slug: club.slug, body: {} })
    })
  found(100, me, side(0).slice(1), {
    name: 'Molenclub Utrecht',
    language: 'nl',
    description: 'Elke donderdag in het buurthuis, en hier de hele week. · Thursdays in town, here all week.',
  })
  found(99, rival, side(1).slice(1), {
    name: 'Cercle du moulin',
    language: 'fr',
    description: 'Parties amicales et matchs entre clubs. · Friendly games and matches between clubs.',
  })
  const match = (
    days: number,
    [by, club]: [DemoPlayer, string],
    [to, opponent]: [DemoPlayer, string],
    terms: object,
  ) =>
    plan(days, async () => {
      const lineupsCloseAt = daysAgo(days - 3).toISOString()
      const body = { club, opponent, rules, clock: perMove, rated: true, boards: 8, lineupsCloseAt, ...terms }
      const { match } = await by.call('proposeMatch', { body })
      await to.call('acceptMatch', { id: match.id, body: {} })
      const signUp = (player: DemoPlayer, slug: string) =>
        player.call('signUpForMatch', { id: match.id, body: { club: slug } })
      for (const player of side(0)) if (days > 5 || player !== me) await signUp(player, home)
      for (const player of side(1)) await signUp(player, away)
    })
  const hasMatches = features.has('matches')
  if (hasMatches) {
    match(70, [me, home], [rival, away], {})
    match(14, [rival, away], [me, home], { gamesPerBoard: 2, boards: 3 })
    match(2, [me, home], [rival, away], { lineupsCloseAt: daysAgo(-5).toISOString() })
  }
  if (features.has('tournaments'))
    plan(2.2, async () => {
      const { id } = await me.call('createTournament', {
        body: {
          club: home,
          name: 'Clubkampioenschap',
          description: 'Voor leden van de club. · For members of the club.',
          rules,
          clock: perMove,
          rated: true,
          groupSize: 4,
          maxEntrants: 4,
          startsAt: daysAgo(-8).toISOString(),
        },
      })
      for (const player of side(0).slice(0, 3)) await player.call('enterTournament', { id, body: {} })
    })
  plan(1.5, () => me.call('changeClub', { slug: home, body: { joining: 'request' } }))
  plan(1.4, () => itemAt(players, 8).call('joinClub', { slug: home, body: {} }))
  if (hasMatches)
    plan(1.2, () =>
      rival.call('proposeMatch', {
        body: {
          club: away,
          opponent: home,
          rules,
          clock: perMove,
          rated: false,
          boards: 4,
          lineupsCloseAt: daysAgo(-7).toISOString(),
          message: 'Une revanche amicale ? · A friendly return match?',
        },
      }),
    )
  plan(1, () =>
    me.call('announceInClub', {
      slug: home,
      body: { text: 'De opstelling tegen de Cercle du moulin staat open: doe mee! · Sign up for the match!' },
    }),
  )
}
