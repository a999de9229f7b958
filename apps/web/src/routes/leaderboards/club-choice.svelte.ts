import type { Account, Club } from '@tegenzet/contract'
import { clubNamed } from '@tegenzet/pages/club'
import { api } from '$lib/api/api.ts'
import { ownClubs } from '$lib/competition/clubs/own-clubs.ts'
import { canRead } from '$lib/site/features.ts'

/** The clubs whose leaderboards the reader can choose: their own, and the one that the address names. */
export class ClubChoice {
  clubs = $state.raw<Club[]>([])
  loaded = $state(false)

  /** Never throws: without an answer there is less to choose from. */
  async load(account: Account | null, chosen: string): Promise<void> {
    const [own, named] = await Promise.all([
      account?.kind === 'human' && canRead('clubs') ? ownClubs(account).catch(() => []) : [],
      chosen ? api.call(...clubNamed(chosen)).catch(() => null) : null,
    ])
    const isOwn = own.some(({ slug }) => slug === named?.slug)
    this.clubs = named && !isOwn ? [named, ...own] : own
    this.loaded = true
  }
}
