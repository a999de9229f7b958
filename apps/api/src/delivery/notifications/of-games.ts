import type { Claim, ConditionalMoves, Game, LiveEvent, Message } from '@tegenzet/contract'
import { opponent, SIDES, type Side } from '@tegenzet/rules'
import { type PlayerNotification, type PlayersOfGame, toOther } from './player-notification.ts'

export function ofChallenge({
  id,
  rules,
  state,
  challenger,
  opponent,
  declineReason: reason,
  expired,
}: Extract<LiveEvent, { type: 'challenge' }>['challenge']): PlayerNotification[] {
  if (expired)
    return [
      {
        player: challenger,
        kind: 'challenge-expired',
        game: null,
        key: `challenge-expired ${id}`,
        params: { challenge: id, opponent: opponent?.username ?? null, rules },
      },
    ]
  if (!opponent) return []
  if (state === 'open')
    return [
      {
        player: opponent,
        kind: 'challenge-received',
        game: null,
        key: `challenge-received ${id}`,
        params: { challenge: id, by: challenger.username, rules },
      },
    ]
  if (state === 'declined')
    return [
      {
        player: challenger,
        kind: 'challenge-declined',
        game: null,
        key: `challenge-declined ${id}`,
        params: { challenge: id, by: opponent.username, rules, ...(reason !== undefined && { reason }) },
      },
    ]
  return []
}

export function ofGame(game: Game, actorId: number | null): PlayerNotification[] {
  const { id, rules, status, version, outcome, drawOffer, ratings } = game
  // the end of the game was an earlier event
  if (ratings) return []
  const toBoth = (make: (by: string, side: Side) => Omit<PlayerNotification, 'player'>) =>
    SIDES.map((side) => {
      const other = side === 'white' ? game.black : game.white
      return { player: game[side], ...make(other.username, side) }
    })
  if (version === 0)
    // the start of a tournament or match has one notification for all games
    return game.tournament || game.match
      ? []
      : toBoth((by, side) => ({
          kind: 'game-begun',
          game: id,
          key: `game-begun ${id}`,
          params: { by, rules, side, ...(game.ladder && { ladder: true }) },
        }))
  if (outcome && status !== 'active') {
    const { reason } = outcome
    const byMove = actorId === game.white.id || actorId === game.black.id
    // an upheld claim has its own notification
    if (reason === 'proven-draw' || (!byMove && (reason === 'repetition' || reason === 'quiet-moves')))
      return []
    return toBoth((by, side) => ({
      kind: 'game-over',
      game: id,
      key: `game-over ${id}`,
      params: { by, rules, side, ...outcome },
    }))
  }
  if (!drawOffer) return []
  return [
    toOther(game, drawOffer.by, (by) => ({
      kind: 'draw-offered',
      game: id,
      key: `draw-offered ${drawOffer.id}`,
      params: { by, rules },
    })),
  ]
}

/** Notifies of a vacation with the first event of any game of the two players, usually its beginning. */
export function ofVacations(game: Game): PlayerNotification[] {
  return SIDES.flatMap((side) => {
    const away = game.turn && game.away[side]
    if (!away) return []
    return toOther(game, side, (by) => ({
      kind: 'vacation-begun',
      game: null,
      key: `vacation-begun ${game[side].id} ${away.until}`,
      params: { by, until: away.until },
    }))
  })
}

export function ofMessage(
  { id, game, by: writer, kind, days }: Message,
  players: PlayersOfGame,
): PlayerNotification[] {
  // a draw offer has its own notification
  if (kind === 'offer') return []
  const { rules } = players
  return [
    toOther(players, writer, (by) =>
      days === undefined
        ? { kind: 'message-received', game, key: `message ${id}`, params: { by, rules } }
        : { kind: 'time-given', game, key: `time-given ${id}`, params: { by, rules, days } },
    ),
  ]
}

export function ofClaim(claim: Claim, players: PlayersOfGame): PlayerNotification[] {
  const { id, game, by: claimant, state, ground } = claim
  const { rules } = players
  switch (state) {
    case 'open':
    case 'withdrawn': {
      const kind = state === 'open' ? 'claim-filed' : 'claim-withdrawn'
      return [
        toOther(players, claimant, (by) => ({
          kind,
          game,
          key: `${kind} ${id}`,
          params: { claim: id, by, rules },
        })),
      ]
    }
    case 'upheld':
    case 'rejected':
      return SIDES.map((side) => ({
        player: players[side],
        kind: 'claim-ruled',
        game,
        key: `claim-ruled ${id}`,
        params: { claim: id, rules, own: side === claimant, verdict: state, ground },
      }))
    case 'closed':
      return []
  }
}

/** Notifies the owner that a conditional move was played: only then is `ply` the last one played. */
export function ofConditionalMoves(
  { game, by: owner, ply, played, ended }: ConditionalMoves,
  players: PlayersOfGame,
): PlayerNotification[] {
  if (played.at(-1) !== ply || (ended && ended.reason !== 'played-out')) return []
  return [
    toOther(players, opponent(owner), (by) => ({
      kind: 'plan-played',
      game,
      key: `plan-played ${game} ${ply}`,
      params: { by, rules: players.rules },
    })),
  ]
}
