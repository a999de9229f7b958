import type {
  Appeal,
  Claim,
  ClubEvent,
  ConditionalMoves,
  Game,
  LiveEvent,
  MatchEvent,
  Notification,
  Player,
  Report,
  Sanction,
  TournamentEvent,
} from '@tegenzet/contract'
import { opponent, type RuleSetId, SIDES, type Side } from '@tegenzet/rules'

/** An event with who caused it. */
export interface CausedEvent {
  event: LiveEvent
  /** The players who receive it. */
  playerIds: readonly number[]
  /** The player who caused it; null: the server. */
  actorId: number | null
}

/** The players of a game, for events that contain only its ID. */
export interface PlayersOfGame {
  rules: RuleSetId
  white: Player
  black: Player
}

/** A notification for a player, not yet written. */
export interface PlayerNotification {
  player: Pick<Player, 'id'>
  kind: Notification['kind']
  params: Notification['params']
  game: number | null
  /** Identifies what it is about. A player gets one notification per key. */
  key: string
}

/**
 * Makes the notifications of an event, for all but the player who caused it.
 * @param games the games of the events, by ID
 */
export function notificationsOf(
  { event, playerIds, actorId }: CausedEvent,
  games: ReadonlyMap<number, PlayersOfGame>,
): PlayerNotification[] {
  const notifications = (() => {
    switch (event.type) {
      case 'game':
        return [...ofGame(event.game, actorId), ...ofVacations(event.game)]
      case 'challenge':
        return ofChallenge(event.challenge)
      case 'claim': {
        const players = games.get(event.claim.game)
        return players ? ofClaim(event.claim, players) : []
      }
      case 'message': {
        const { id, game, by: writer, kind, days } = event.message
        const players = games.get(game)
        // a draw offer has its own notification
        if (!players || kind === 'offer') return []
        if (days !== undefined)
          return [
            toOther(players, writer, (by) => ({
              kind: 'time-given',
              game,
              key: `time-given ${id}`,
              params: { by, rules: players.rules, days },
            })),
          ]
        return [
          toOther(players, writer, (by) => ({
            kind: 'message-received',
            game,
            key: `message ${id}`,
            params: { by, rules: players.rules },
          })),
        ]
      }
      case 'plan': {
        const players = games.get(event.plan.game)
        return players ? ofConditionalMoves(event.plan, players) : []
      }
      case 'report':
        return ofReport(event.report)
      case 'sanction':
        return [ofSanction(event.sanction)]
      case 'appeal':
        return ofAppeal(event.appeal)
      case 'tournament':
        return ofTournament(event.tournament, playerIds, event.id, actorId)
      case 'ladder':
        return playerIds.map(
          (id): PlayerNotification => ({
            player: { id },
            kind: 'ladder',
            game: null,
            key: `ladder ${event.id}`,
            params: event.ladder,
          }),
        )
      case 'club':
        return ofClub(event.club, playerIds, event.id)
      case 'match':
        return ofMatch(event.match, playerIds, event.id)
      case 'notice':
      case 'notices-read':
        return []
    }
  })()
  return notifications.filter(({ player }) => player.id !== actorId)
}

function ofGame(game: Game, actorId: number | null): PlayerNotification[] {
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

/** Notifies the entrants. Of entries only those whom somebody else has entered; the organiser reads them in the log. */
function ofTournament(
  { id, name, rules, league, change, user, reason, stage, startsAt, organiser }: TournamentEvent,
  playerIds: readonly number[],
  eventId: number,
  actorId: number | null,
): PlayerNotification[] {
  if (change === 'left') return []
  /** What makes this change of the tournament a new one. */
  const subject =
    change === 'announced' || change === 'entered' ? eventId : change === 'postponed' ? startsAt : stage
  return playerIds
    .filter((playerId) => user === null || user.id === playerId)
    .map((playerId) => ({
      player: { id: playerId },
      kind: 'tournament',
      game: null,
      key: `tournament-${change} ${id} ${subject}`,
      params: {
        tournament: id,
        name,
        change,
        reason,
        ...(change === 'announced' && organiser?.id === actorId && { by: organiser?.username }),
        ...(league && { league: { rules, season: league.season, division: league.division } }),
      },
    }))
}

/**
 * Notifies members of what is sent to all, organisers of requests, and otherwise whom it concerns. Who joins an open club, leaves
 * or changes it does so themselves.
 */
function ofClub(
  { slug, name, change, user, by, role, text }: ClubEvent,
  playerIds: readonly number[],
  eventId: number,
): PlayerNotification[] {
  if (change === 'left' || change === 'changed') return []
  return playerIds
    .filter((playerId) => change === 'requested' || user === null || user.id === playerId)
    .map((playerId) => ({
      player: { id: playerId },
      kind: 'club',
      game: null,
      key: `club-${change} ${eventId}`,
      params: { club: slug, name, change, by: by?.username ?? null, role, text },
    }))
}

/** Of sign-ups only those whom somebody else has signed up hear; organisers read them on the page. */
function ofMatch(
  { id, clubNames, change, score, user }: MatchEvent,
  playerIds: readonly number[],
  eventId: number,
): PlayerNotification[] {
  if (change === 'withdrawn') return []
  const [a, b] = clubNames as [string, string]
  const to = change === 'signed-up' ? playerIds.filter((playerId) => playerId === user?.id) : playerIds
  return to.map((playerId) => ({
    player: { id: playerId },
    kind: 'match',
    game: null,
    key: change === 'signed-up' ? `match-${change} ${eventId}` : `match-${change} ${id}`,
    params: { match: id, a, b, change, score: change === 'finished' ? score : null },
  }))
}

/** Notifies of a vacation with the first event of any game of the two players, usually its beginning. */
function ofVacations(game: Game): PlayerNotification[] {
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

function ofChallenge({
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

function ofClaim(claim: Claim, players: PlayersOfGame): PlayerNotification[] {
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
function ofConditionalMoves(
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

/** Notifies the reporter of the ruling, and the reported player of the reason if it was upheld. */
function ofReport({ id, by, player, game, verdict, state }: Report): PlayerNotification[] {
  if (!verdict || state === 'open') return []
  const ruled: PlayerNotification = {
    player: by,
    kind: 'report-ruled',
    game: null,
    key: `report-ruled ${id}`,
    params: { report: id, player: player.username, verdict: state },
  }
  if (!verdict.warned) {
    if (state !== 'upheld') return [ruled]
    const upheld: PlayerNotification = {
      player,
      kind: 'report-upheld',
      game: null,
      key: `report-upheld ${id}`,
      params: { report: id, by: verdict.by.username, reason: verdict.reason },
    }
    return [ruled, upheld]
  }
  const warned: PlayerNotification = {
    player,
    kind: 'warned',
    game: game?.id ?? null,
    key: `warned ${id}`,
    params: { by: verdict.by.username, reason: verdict.reason },
  }
  return [ruled, warned]
}

function ofSanction({ id, player, kind, reason, until, lifted }: Sanction): PlayerNotification {
  const common = { player, game: null }
  return lifted
    ? {
        ...common,
        kind: 'sanction-lifted',
        key: `sanction-lifted ${id}`,
        params: { sanction: id, sanctionKind: kind, reason: lifted.reason },
      }
    : {
        ...common,
        kind: 'sanctioned',
        key: `sanctioned ${id}`,
        params: { sanction: id, sanctionKind: kind, reason, until },
      }
}

function ofAppeal({ id, by: player, state, decision }: Appeal): PlayerNotification[] {
  if (!decision || state === 'open') return []
  return [
    {
      player,
      kind: 'appeal-decided',
      game: null,
      key: `appeal-decided ${id}`,
      params: { appeal: id, verdict: state, reason: decision.reason },
    },
  ]
}

/** A notification for the opponent of the side that acted. */
function toOther(
  players: Pick<PlayersOfGame, 'white' | 'black'>,
  side: Side,
  make: (by: string) => Omit<PlayerNotification, 'player'>,
): PlayerNotification {
  const [actor, other] = side === 'white' ? [players.white, players.black] : [players.black, players.white]
  return { player: other, ...make(actor.username) }
}
