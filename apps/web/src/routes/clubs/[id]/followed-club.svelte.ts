import type { Account, Challenge, ClubAnnouncement, Game, MatchSummary, Tournament } from '@tegenzet/contract'
import {
  clubAnnouncements,
  clubChallenges,
  clubGames,
  clubMatches,
  clubMembers,
  clubNamed,
  clubRequests,
  clubTournaments,
} from '@tegenzet/pages/club'
import { api } from '$lib/api/api.ts'
import { followLive } from '$lib/api/follow-live.ts'
import { Paged, withIds } from '$lib/api/paged.svelte.ts'
import { Resource } from '$lib/api/resource.svelte.ts'
import { organisedClubs } from '$lib/competition/clubs/organised-clubs.ts'
import { canRead } from '$lib/site/features.ts'

/** A club with everything its page shows, kept up to date while the page is open. */
export class FollowedClub {
  readonly #slug: string
  readonly #account: Account | null
  readonly club
  readonly members
  readonly requests
  readonly matches: Paged<MatchSummary>
  readonly announcements: Paged<ClubAnnouncement>
  readonly tournaments: Paged<Tournament>
  readonly games: Paged<Game>
  /** Those of members that anybody may accept. */
  readonly challenges: Paged<Challenge>
  /** Everything has been loaded once. */
  complete = $state(false)
  /** Whether the reader organises a club that could play against this one. */
  canChallenge = $state(false)

  constructor(slug: string, account: Account | null) {
    this.#slug = slug
    this.#account = account
    this.club = new Resource(() => api.call(...clubNamed(slug)))
    this.members = new Paged(async (cursor) =>
      withIds(await api.call(...clubMembers(slug, cursor)), ({ user }) => user.id),
    )
    this.requests = new Paged(async (cursor) =>
      withIds(await api.call(...clubRequests(slug, cursor)), ({ user }) => user.id),
    )
    this.matches = new Paged((cursor) => api.call(...clubMatches(slug, cursor)))
    this.announcements = new Paged((cursor) => api.call(...clubAnnouncements(slug, cursor)))
    this.tournaments = new Paged((cursor) => api.call(...clubTournaments(slug, cursor)))
    this.games = new Paged((cursor) => api.call(...clubGames(slug, cursor)))
    this.challenges = new Paged((cursor) => api.call(...clubChallenges(slug, cursor)))
  }

  /** Loads everything again, for example after the reader has joined. */
  async load(): Promise<void> {
    const { members, matches, announcements, tournaments, games, challenges } = this
    const parts = [
      ...[members, announcements, games, challenges],
      ...(canRead('matches') ? [matches] : []),
      ...(canRead('tournaments') ? [tournaments] : []),
    ]
    await Promise.all([this.club.load(), ...parts.map((part) => part.load())])
    const role = this.#account && this.club.current?.mine?.role
    if (role && role !== 'member') await this.requests.load()
    else if (this.#account) this.canChallenge = (await organisedClubs(this.#account)).length > 0
    this.complete = true
  }

  /**
   * Call it in an effect.
   * @returns a function that stops it
   */
  follow(): () => void {
    this.load()
    return followLive(
      (event) => {
        if (event.type === 'club' && event.club.slug === this.#slug) this.load()
        if (event.type === 'match' && event.match.clubs.includes(this.#slug)) this.matches.load()
      },
      () => this.load(),
    )
  }
}
