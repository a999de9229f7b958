import type {
  Claim,
  ConditionalMoves,
  Game,
  LiveEvent,
  Notification,
  Player,
  Report,
} from '@tegenzet/contract'
import { opponent, type RuleSetId, SIDES, type Side } from '@tegenzet/rules'

/** An event as the outbox keeps it. */
export interface Happened {
  event: LiveEvent
  /** The player who did it; null: the server. */
  actorId: number | null
}

/** The two of a game, for events that name it alone. */
export interface Board {
  rules: RuleSetId
  white: Player
  black: Player
}

/** Whom to tell what: never those who did it themselves. */
export interface NoticeOf {
  player: Player
  kind: Notification['kind']
  params: Notification['params']
  game: number | null
  /** What it is about: nobody is told twice. */
  key: string
}

/** @param boards those of the events' games, by their ids */
export function noticesOf({ event, actorId }: Happened, boards: ReadonlyMap<number, Board>): NoticeOf[] {
  const notices = (() => {
    switch (event.type) {
      case 'game':
        return [...ofGame(event.game, actorId), ...ofAway(event.game)]
      case 'challenge':
        return ofChallenge(event.challenge)
      case 'claim': {
        const board = boards.get(event.claim.game)
        return board ? ofClaim(event.claim, board) : []
      }
      case 'message': {
        const { id, game, by: writer, kind } = event.message
        const board = boards.get(game)
        // of the words with an offer its own notice tells
        if (!board || kind === 'offer') return []
        return [
          toOther(board, writer, (by) => ({
            ...{ kind: 'message-received', game, key: `message ${id}` },
            params: { by, rules: board.rules },
          })),
        ]
      }
      case 'plan': {
        const board = boards.get(event.plan.game)
        return board ? ofPlan(event.plan, board) : []
      }
      case 'report':
        return ofReport(event.report)
      case 'notice':
      case 'notices-read':
        return []
    }
  })()
  return notices.filter(({ player }) => player.id !== actorId)
}

function ofGame(game: Game, actorId: number | null): NoticeOf[] {
  const { id, rules, status, version, outcome, drawOffer } = game
  const toBoth = (make: (by: string, side: Side) => Omit<NoticeOf, 'player'>) =>
    SIDES.map((side) => {
      const other = side === 'white' ? game.black : game.white
      return { player: game[side], ...make(other.username, side) }
    })
  if (version === 0)
    return toBoth((by, side) => ({
      ...{ kind: 'game-begun', game: id, key: `game-begun ${id}` },
      params: { by, rules, side },
    }))
  if (outcome && status !== 'active') {
    // where a claim was upheld its own notice says so
    const ruled = outcome.reason === 'repetition' || outcome.reason === 'quiet-moves'
    if (ruled && actorId !== game.white.id && actorId !== game.black.id) return []
    return toBoth((by, side) => ({
      ...{ kind: 'game-over', game: id, key: `game-over ${id}` },
      params: { by, rules, side, ...outcome },
    }))
  }
  if (!drawOffer) return []
  return [
    toOther(game, drawOffer.by, (by) => ({
      ...{ kind: 'draw-offered', game: id, key: `draw-offered ${drawOffer.id}` },
      params: { by, rules },
    })),
  ]
}

/** Told with the first that happens in any game of the two while one of them is away: most often that it begins. */
function ofAway(game: Game): NoticeOf[] {
  return SIDES.flatMap((side) => {
    const away = game.turn && game.away[side]
    if (!away) return []
    return toOther(game, side, (by) => ({
      ...{ kind: 'vacation-begun', game: null, key: `vacation-begun ${game[side].id} ${away.until}` },
      params: { by, until: away.until },
    }))
  })
}

function ofChallenge({
  id,
  rules,
  state,
  challenger,
  opponent,
  expired,
}: Extract<LiveEvent, { type: 'challenge' }>['challenge']): NoticeOf[] {
  if (expired)
    return [
      {
        ...{ player: challenger, kind: 'challenge-expired', game: null, key: `challenge-expired ${id}` },
        params: { challenge: id, opponent: opponent?.username ?? null, rules },
      },
    ]
  if (!opponent) return []
  if (state === 'open')
    return [
      {
        ...{ player: opponent, kind: 'challenge-received', game: null, key: `challenge-received ${id}` },
        params: { challenge: id, by: challenger.username, rules },
      },
    ]
  if (state === 'declined')
    return [
      {
        ...{ player: challenger, kind: 'challenge-declined', game: null, key: `challenge-declined ${id}` },
        params: { challenge: id, by: opponent.username, rules },
      },
    ]
  return []
}

function ofClaim(claim: Claim, board: Board): NoticeOf[] {
  const { id, game, by: claimant, state } = claim
  const { rules } = board
  switch (state) {
    case 'open':
    case 'withdrawn': {
      const kind = state === 'open' ? 'claim-filed' : 'claim-withdrawn'
      return [
        toOther(board, claimant, (by) => ({
          ...{ kind, game, key: `${kind} ${id}` },
          params: { claim: id, by, rules },
        })),
      ]
    }
    case 'upheld':
    case 'rejected':
      return SIDES.map((side) => ({
        ...{ player: board[side], kind: 'claim-ruled', game, key: `claim-ruled ${id}` },
        params: { claim: id, rules, own: side === claimant, verdict: state },
      }))
    case 'closed':
      return []
  }
}

/** Its owner is told that it has answered: just then it stands at the answer's ply. */
function ofPlan({ game, by: owner, ply, played, ended }: ConditionalMoves, board: Board): NoticeOf[] {
  if (played.at(-1) !== ply || (ended && ended.reason !== 'played-out')) return []
  return [
    toOther(board, opponent(owner), (by) => ({
      ...{ kind: 'plan-played', game, key: `plan-played ${game} ${ply}` },
      params: { by, rules: board.rules },
    })),
  ]
}

/** Who reported hears what became of it, who is warned why. */
function ofReport({ id, by, player, game, verdict, state }: Report): NoticeOf[] {
  if (!verdict || state === 'open') return []
  const ruled: NoticeOf = {
    ...{ player: by, kind: 'report-ruled', game: null, key: `report-ruled ${id}` },
    params: { report: id, player: player.username, verdict: state },
  }
  if (!verdict.warned) return [ruled]
  const warned: NoticeOf = {
    ...{ player, kind: 'warned', game: game?.id ?? null, key: `warned ${id}` },
    params: { by: verdict.by.username, reason: verdict.reason },
  }
  return [ruled, warned]
}

/** To the opponent of who did something. */
function toOther(
  board: Pick<Board, 'white' | 'black'>,
  side: Side,
  make: (by: string) => Omit<NoticeOf, 'player'>,
): NoticeOf {
  const [doer, other] = side === 'white' ? [board.white, board.black] : [board.black, board.white]
  return { player: other, ...make(doer.username) }
}
