import { itemAt, ok, type Result, valueAt } from '@tegenzet/common'
import { type Game, LADDER_CLOCK, MAX_LADDER_CHALLENGES } from '@tegenzet/contract'
import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { challengeReach } from '@tegenzet/tournaments'
import { startRefused } from '../../accounts/access/barred.ts'
import { findPerson } from '../../accounts/players/find-person.ts'
import { sharePlayers } from '../../accounts/players/lock-player.ts'
import { readStartingPlayers } from '../../accounts/players/starting-players.ts'
import type { Deps } from '../../deps.ts'
import { newGame } from '../../play/game/start-game.ts'
import { createGames } from '../../play/game/write-games.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import { type Db, inTransaction } from '../../store/transaction.ts'
import { peopleOnly } from './enter-ladder.ts'
import {
  countPlaces,
  type LadderRow,
  lockLadder,
  meetAgainAt,
  readPlace,
  readProvenDraws,
  whyNot,
} from './ladder-store.ts'
import { settleGames } from './settle-games.ts'

interface ChallengeOnLadder {
  rules: RuleSetId
  playerId: number
  opponent: string
  at: Date
}

/** Starts a game against a player above. */
export const challengeOnLadder = (
  { coin }: Deps,
  db: Db,
  { rules, playerId, opponent: name, at }: ChallengeOnLadder,
): Promise<Result<Game, Refusal>> =>
  inTransaction(db, async (tx) => {
    await lockLadder(tx, rules)
    // results of games that have just ended change the places first
    await settleGames(tx, rules, at)
    const found = await findPerson(tx, name)
    if (!found.ok) return refuse('unknown-opponent', found.error.detail)
    const opponent = found.value
    const ids = [playerId, opponent.id]
    // vacations that change meanwhile find the game, see `take-vacation.ts`
    await sharePlayers(tx, ids)
    const players = await readStartingPlayers(tx, ids, at)
    const challenger = valueAt(players, playerId)
    if (challenger.player.kind !== 'human') return peopleOnly
    if (opponent.id === playerId) return refuse('own-challenge', 'You cannot challenge yourself.')
    const reading = { rules, readerId: playerId, at }
    const own = await readPlace(tx, reading, playerId)
    if (!own) return refuse('conflict', 'You are not on this ladder. Join it first.')
    const other = await readPlace(tx, reading, opponent.id)
    if (!other) return refuse('unknown-opponent', `${opponent.username} is not on this ladder.`)
    const refused = refusal(own, other, await countPlaces(tx, rules), at)
    if (refused) return refused

    const challenged = valueAt(players, opponent.id)
    const { revision: rulesRevision } = ruleSet(rules)
    const terms = {
      rules,
      rulesRevision,
      clock: LADDER_CLOCK,
      vacation: true,
      provenDraws: await readProvenDraws(tx, rules),
      rated: true,
      ladder: true,
    }
    const sides = coin() ? { white: challenger, black: challenged } : { white: challenged, black: challenger }
    const barred = await startRefused(tx, [challenger.player, challenged.player], playerId, at)
    if (barred) return barred
    const game = itemAt(await createGames(tx, [newGame(terms, sides, at)], { by: playerId, at }), 0)
    await tx.ladderGame.create({
      data: { gameId: game.id, rules, challengerId: playerId, challengedId: opponent.id, begunAt: at },
      select: { gameId: true },
    })
    await tx.ladderEntry.updateMany({ where: { rules, playerId: { in: ids } }, data: { activeAt: at } })
    return ok(game)
  })

function refusal(own: LadderRow, other: LadderRow, length: number, at: Date) {
  const { username } = other.user
  const max = MAX_LADDER_CHALLENGES
  switch (whyNot(own, other, length, at)) {
    case 'below':
      return refuse('too-far-above', `${username} is below you: challenge somebody above you.`)
    case 'too-far-above':
      return refuse(
        'too-far-above',
        `You can challenge players up to ${challengeReach(length)} places above you.`,
      )
    case 'on-vacation':
      return refuse(
        'on-vacation',
        `${username} is on vacation until ${existing(other.awayUntil).toISOString()}.`,
      )
    case 'met-recently':
      return refuse(
        'met-recently',
        other.meeting
          ? `You have a running game against ${username} on this ladder.`
          : `You can meet ${username} again from ${existing(meetAgainAt(other)).toISOString()}.`,
      )
    case 'too-many-challenges':
      return refuse('too-many-challenges', `You have ${max} running challenges on this ladder, the maximum.`)
    case 'opponent-busy':
      return refuse('too-many-challenges', `${username} is being challenged in ${max} games, the maximum.`)
    default:
      return null
  }
}
