import { ok, type Result } from '@tegenzet/common'
import type { ClaimStakes } from '@tegenzet/contract'
import type { Score } from '@tegenzet/tournaments'
import { readClaim } from '../../play/claims/claim-store.ts'
import { readGame } from '../../play/game/read-games.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { isLastStage, readGroup, standingsWithMoves } from './standings.ts'
import { readTournament } from './tournament-store.ts'

/** Computes the standings of the group of a claimed game with each of its results. */
export async function getClaimStakes(db: Db, claimId: number): Promise<Result<ClaimStakes, Refusal>> {
  const claim = await readClaim(db, claimId)
  if (!claim) return refuse('not-found', `There is no claim ${claimId}.`)
  const { tournament: at } = existing(await readGame(db, claim.game))
  if (!at) return refuse('not-found', 'The game of this claim belongs to no tournament.')
  const tournament = existing(await readTournament(db, at.id))
  const group = await readGroup(db, at.id, at.stage, at.group)
  const isLast = await isLastStage(db, at.id, at.stage)

  /** @param score White's in the claimed game */
  const standingsWith = (score: Score | null) => {
    // when a season is over, the game counts half for both, whatever its result
    const games =
      tournament.state === 'finished'
        ? group.games
        : group.games.map((game) => (game.id === claim.game ? { ...game, score } : game))
    return standingsWithMoves({ ...group, games }, tournament, isLast)
  }
  const after = {
    open: standingsWith(null),
    draw: standingsWith(0.5),
    white: standingsWith(1),
    black: standingsWith(0),
  }
  const players = after.open.map(({ player }) => {
    const inStandings = (standings: ReturnType<typeof standingsWith>) => {
      const { place, points, advances, relegated } = existing(standings.find((row) => row.player === player))
      return { place, points, advances, relegated }
    }
    return {
      user: existing(group.players.find(({ id }) => id === player)),
      outlook: {
        open: inStandings(after.open),
        draw: inStandings(after.draw),
        white: inStandings(after.white),
        black: inStandings(after.black),
      },
    }
  })
  return ok({
    stage: at.stage,
    group: at.group,
    players,
    running: group.games.filter(({ id, score }) => score === null && id !== claim.game).length,
    drawDecides: players.some(
      ({ outlook: { open, draw } }) => open.advances !== draw.advances || open.relegated !== draw.relegated,
    ),
  })
}
