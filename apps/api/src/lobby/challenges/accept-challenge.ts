import { itemAt, ok, type Result, valueAt } from '@tegenzet/common'
import type { Game } from '@tegenzet/contract'
import { startRefused } from '../../accounts/access/barred.ts'
import { sanctionRefused } from '../../accounts/access/sanctions-in-force.ts'
import { contactRefused, readContact } from '../../accounts/players/contact.ts'
import type { Deps } from '../../deps.ts'
import type { Caller } from '../../http/caller.ts'
import { append } from '../../outbox/append.ts'
import { newGame } from '../../play/game/start-game.ts'
import { createGames } from '../../play/game/write-games.ts'
import { messageView } from '../../play/messages/message-store.ts'
import { type Refusal, refuse } from '../../refusal.ts'
import { type Db, inTransaction, type Tx } from '../../store/transaction.ts'
import type { ChallengeRow } from './challenge-row.ts'
import { lockOpenChallenge } from './challenge-store.ts'
import { challengeView } from './challenge-view.ts'
import { guestAcceptanceRefused, guestBusy } from './guest-rules.ts'
import { lockPlayers, withBlockCount } from './lock-players.ts'
import { type AcceptingPlayer, readAcceptingPlayers } from './player-store.ts'
import { challengeClosed, ratedNotPossible, readChallenge, readInvitation } from './read-challenge.ts'
import { termsRefused } from './terms-refused.ts'

export interface AcceptChallenge {
  /** Its number, or the code of an invitation's link. */
  challenge: number | { invite: string }
  caller: Caller
  arrivedAt: Date
}

/**
 * Starts the game of a challenge. The arrival of the request decides whether the challenge has expired: the sweep waits
 * for requests that are under way.
 */
export async function acceptChallenge(
  deps: Deps,
  db: Db,
  { challenge: which, caller, arrivedAt }: AcceptChallenge,
): Promise<Result<Game, Refusal>> {
  for (;;) {
    const found =
      typeof which === 'number'
        ? await readChallenge(db, which, caller, arrivedAt)
        : await readInvitation(deps, db, which.invite, arrivedAt)
    if (!found.ok) return found
    const challenge = found.value
    if (challenge.state !== 'open') return challengeClosed(challenge)
    if (challenge.challenger.id === caller.playerId)
      return refuse('own-challenge', 'You cannot accept your own challenge.')
    const contact = await readContact(db, caller.playerId, challenge.challenger.id)
    // the challenger has asked this very player, or whoever has the link
    const isAsked = challenge.opponent !== null || typeof which !== 'number'
    const isOutsider = contact.isOutsider && !isAsked
    const refused = contactRefused({ ...contact, isOutsider }, challenge.challenger, 'challenges')
    if (refused) return refused

    const ids = [caller.playerId, challenge.challenger.id]
    const byId = await readAcceptingPlayers(db, ids, arrivedAt)
    const acceptor = valueAt(byId, caller.playerId)
    const challenger = valueAt(byId, challenge.challenger.id)
    const players = [...byId.values()]
    const notForGuests = guestAcceptanceRefused(challenge, acceptor.player)
    if (notForGuests) return notForGuests
    if (acceptor.player.kind === 'bot' && !challenge.opponent && !challenge.bots)
      return refuse(
        'bots-not-welcome',
        'The challenger wants to play against people: bots cannot accept this challenge.',
      )
    const impossible = termsRefused(challenge, [acceptor.player, challenger.player])
    if (impossible) return impossible
    if (challenge.rated && acceptor.player.kind !== challenger.player.kind) return ratedNotPossible
    const busy = players.find((each) => each.activeGames >= maxActiveGames(deps, each))
    if (busy) return refuse('limit-reached', `${busy.player.username} has as many running games as allowed.`)

    const started = await inTransaction(db, async (tx) => {
      const unchanged = await lockPlayers(
        tx,
        players.map(({ player, vacationsVersion }) =>
          withBlockCount({ ...player, vacationsVersion }, contact),
        ),
      )
      if (!unchanged) return null
      for (const { player } of players) {
        const guestIsBusy = await guestBusy(tx, player, arrivedAt, challenge)
        if (guestIsBusy) return guestIsBusy
      }
      if (!(await lockOpenChallenge(tx, challenge.id, arrivedAt))) return null
      return writeAccepted(deps, tx, challenge, { challenger, acceptor })
    })
    if (started) return started
  }
}

/** Against floods: two requests at once may both be within the limit. */
export const maxActiveGames = ({ config: { limits } }: Deps, { player }: AcceptingPlayer): number =>
  player.kind === 'bot' ? limits.botActiveGames : limits.activeGames

async function writeAccepted(
  { coin, now, config }: Deps,
  tx: Tx,
  challenge: ChallengeRow,
  { challenger, acceptor }: Record<'challenger' | 'acceptor', AcceptingPlayer>,
): Promise<Result<Game, Refusal>> {
  const at = now()
  const by = acceptor.player.id
  const barred = await startRefused(tx, [challenger.player, acceptor.player], by, at)
  if (barred) return barred
  const challengerIsWhite = challenge.colour === 'random' ? coin() : challenge.colour === 'white'
  const sides = challengerIsWhite
    ? { white: challenger, black: acceptor }
    : { white: acceptor, black: challenger }
  const game = itemAt(await createGames(tx, [newGame(challenge, sides, at)], { by, at }), 0)
  const opponent = challenge.invite ? acceptor.player : challenge.opponent
  const accepted: ChallengeRow = { ...challenge, state: 'accepted', opponent, gameId: game.id }
  await tx.challenge.update({
    where: { id: challenge.id },
    data: { state: 'accepted', closedAt: at, gameId: game.id, opponentId: opponent?.id ?? null },
    select: { id: true },
  })
  const playerIds = [game.white.id, game.black.id]
  await append(tx, [{ event: { type: 'challenge', challenge: challengeView(accepted) }, playerIds }], {
    by,
    at,
  })
  const message = config.features.has('chat') ? challenge.message : null
  // the challenger may have been muted since
  if (message !== null && !(await sanctionRefused(tx, challenger.player.id, 'mute', at)))
    await writeGreeting(tx, game, message, challenger.player.id, at)
  return ok(game)
}

/** What the challenger wrote with the challenge opens the conversation. */
async function writeGreeting(tx: Tx, game: Game, text: string, byId: number, at: Date): Promise<void> {
  const by = game.white.id === byId ? 'white' : 'black'
  const row = await tx.message.create({
    data: { gameId: game.id, by, ply: 0, kind: 'talk', text, createdAt: at },
  })
  const event = { type: 'message', message: messageView(row) } as const
  await append(tx, [{ event, playerIds: [game.white.id, game.black.id] }], { by: byId, at })
}
