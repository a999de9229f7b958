import { itemAt, ok, type Result } from '@tegenzet/common'
import type { Claim, ClaimReview, GameMove, GamePosition, Language } from '@tegenzet/contract'
import { numbersOf, type Position, play, type RuleSet, ruleSet, type Side } from '@tegenzet/rules'
import { readGivenWarnings, readWarnings } from '../../accounts/warnings/warning-store.ts'
import type { Deps } from '../../deps.ts'
import type { Refusal } from '../../refusal.ts'
import { existing } from '../../store/existing.ts'
import type { Db } from '../../store/transaction.ts'
import { readOffer } from '../draws/draw-offer-store.ts'
import { type GameRow, sideOf } from '../game/game.ts'
import { numbering, readPositions } from '../game/game-positions.ts'
import { readMoves } from '../game/game-record.ts'
import { gameView } from '../game/game-view.ts'
import { readGame } from '../game/read-games.ts'
import { OFFER_KINDS, readMessages } from '../messages/message-store.ts'
import { claimNotFound, readClaim, readClaims, withProofs } from './claim-store.ts'
import { exactValue } from './exact-value.ts'

/** How many earlier claims and warnings of each player are shown. */
const HISTORY = 50

/** A claim with everything an admin needs to rule on it. */
export async function reviewClaim(
  { tables }: Pick<Deps, 'tables'>,
  db: Db,
  id: number,
  playerId: number,
  now: Date,
): Promise<Result<ClaimReview, Refusal>> {
  const claim = await readClaim(db, id)
  const game = claim && (await readGame(db, claim.game))
  if (!game) return claimNotFound(id)
  const rules = ruleSet(game.rules, game.rulesRevision)
  // the claim is about the game as it was filed: later moves are left out
  const sofar = ({ ply }: { ply: number }) => ply <= claim.ply
  const moves = (await readMoves(db, game.id)).filter(sofar)
  const recorded = await readPositions(db, game.id, claim.ply)
  const positions = intended(rules, claim, recorded).map(numbering(rules))
  const concerned = claim.ground === 'quiet-moves' ? endsOf(claim.plies) : numbersOf(claim)
  const [first, last] = [itemAt(concerned, 0), itemAt(concerned, -1)]
  const [proved = claim] = await withProofs(db, [claim], () => !sideOf(game, playerId))
  return ok({
    claim: proved,
    game: gameView(game, now),
    mayRule: claim.state === 'open' && !sideOf(game, playerId),
    exact: await exactValue(tables, claim, game, playerId),
    positions: positions.filter(({ ply }) => concerned.includes(ply)),
    moves: moves.filter(({ ply }) => ply > first && ply <= last),
    quiet: claim.ground === 'quiet-moves' ? stretch(claim.plies, positions, moves) : null,
    offer: claim.offer === null ? null : ((await readOffer(db, claim.offer)) ?? null),
    messages: await readMessages(db, game.id, { kinds: OFFER_KINDS }),
    parties: {
      white: await readParty(db, game, 'white', claim),
      black: await readParty(db, game, 'black', claim),
    },
  })
}

/** The positions, with the one that the claim's intended move would give. */
function intended(rules: RuleSet, { intendedMove }: Claim, positions: Position[]): Position[] {
  if (intendedMove === null) return positions
  const played = play(rules, positions, intendedMove)
  if (!played.ok) throw new Error(`${intendedMove} of a filed claim is illegal: ${played.error.message}`)
  return [...positions, played.value.position]
}

/** The positions before and after a claimed stretch of moves. */
const endsOf = ([from, to]: readonly number[]) => [existing(from) - 1, existing(to)]

/** The moves that reset the quiet-move counter, before the claimed stretch and within it. */
function stretch(
  plies: readonly number[],
  positions: GamePosition[],
  moves: GameMove[],
): ClaimReview['quiet'] {
  const [from, to] = [itemAt(plies, 0), itemAt(plies, 1)]
  const resets = moves.filter(({ ply }) => positions[ply]?.quiet === 0)
  return {
    before: resets.findLast(({ ply }) => ply < from) ?? null,
    within: resets.filter(({ ply }) => ply >= from && ply <= to),
  }
}

async function readParty(db: Db, game: GameRow, side: Side, { id }: Claim) {
  const player = game[side].id
  const account = await db.account.findUnique({ where: { playerId: player } })
  return {
    language: (account?.language ?? 'en') as Language,
    claims: await readClaims(db, {
      where: { claimantId: player, id: { not: id } },
      orderBy: { id: 'desc' },
      take: HISTORY,
    }),
    warnings: await readWarnings(db, player, HISTORY),
    allWarnings: await readGivenWarnings(db, player, HISTORY),
  }
}
