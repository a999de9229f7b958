import { ok, type Result } from '@tegenzet/common'
import type { Match, orderBoardsBody } from '@tegenzet/contract'
import type { z } from 'zod'
import { currentKey } from '../../accounts/names/former-names.ts'
import type { Caller } from '../../http/caller.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { organisersOnly } from '../clubs/club-store.ts'
import { lineUpsRefused, lockMatch, matchNotFound, readMatch } from './match-store.ts'
import { readMatchView } from './match-view.ts'
import { organisedSides } from './organised-sides.ts'

interface OrderBoards {
  match: number
  body: z.output<typeof orderBoardsBody>
  caller: Caller
  at: Date
}

/** Gives a side its order of boards by hand, or with an empty list by rating again. */
export const orderBoards = (
  db: Db,
  { match: id, body: { side, usernames }, caller, at }: OrderBoards,
): Promise<Result<Match, Refusal>> =>
  inTransaction(db, async (tx) => {
    const match = await lockMatch(tx, id)
    if (!match) return matchNotFound(id)
    if (!(await organisedSides(tx, match, caller.playerId)).includes(side)) return organisersOnly
    const refused = lineUpsRefused(match, at)
    if (refused) return refused
    const signedUp = await tx.matchPlayer.findMany({
      where: { matchId: id, side },
      select: { playerId: true, player: { select: { usernameKey: true } } },
    })
    const ids = new Map(signedUp.map(({ playerId, player }) => [player.usernameKey, playerId]))
    const places = new Map<number, number>()
    for (const [index, username] of usernames.entries()) {
      // a name that is not there may be an earlier one
      const playerId = ids.get(username.toLowerCase()) ?? ids.get(await currentKey(tx, username))
      if (playerId === undefined || places.has(playerId)) return cannotBeOrdered(index, username)
      places.set(playerId, index + 1)
    }
    const rows = signedUp.map(({ playerId }) => ({
      player_id: playerId,
      place: places.get(playerId) ?? null,
    }))
    await tx.$executeRaw`
      UPDATE match_players p SET place = o.place
      FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS o (player_id int, place int)
      WHERE p.match_id = ${id} AND p.player_id = o.player_id`
    return ok(await readMatchView(tx, existing(await readMatch(tx, id)), caller.playerId))
  })

const cannotBeOrdered = (index: number, username: string) =>
  refuse('validation', `${username} has not signed up for this side, or is listed twice.`, {
    errors: [
      { path: `/body/usernames/${index}`, message: 'has not signed up for this side, or comes twice' },
    ],
  })
