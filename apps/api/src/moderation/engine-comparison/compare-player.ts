import type { ComparedRuleSet } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import { isRuleSetId, type RuleSetId, trustedPosition } from '@tegenzet/rules'
import type { Tx } from '../../store/transaction.ts'
import { agreementOf, comparedPlayers, type Tally } from './agreement.ts'
import { LAST_PLY } from './compare-moves.ts'
import type { CompareGame } from './engine-thread.ts'

/** The latest games of the player in each rule set, and of everybody else. */
const OWN_GAMES = 20
const OTHER_GAMES = 40

const ofPlayer = (id: number) => ({ OR: [{ whiteId: id }, { blackId: id }] })
const NO_BOT = { kind: { not: 'bot' } } as const
const RECORD = {
  ...{ rulesRevision: true, whiteId: true, blackId: true },
  ...{ white: { select: { kind: true } }, black: { select: { kind: true } } },
  positions: { select: { position: true }, where: { ply: { lte: LAST_PLY } }, orderBy: { ply: 'asc' } },
  moves: { select: { move: true }, where: { ply: { lte: LAST_PLY } }, orderBy: { ply: 'asc' } },
} satisfies Prisma.GameSelect

/** Compares a player's finished games with the engine, by rule set, beside those of other people. */
export async function comparePlayer(
  tx: Tx,
  compare: CompareGame,
  playerId: number,
): Promise<ComparedRuleSet[]> {
  const played = await tx.game.groupBy({
    ...{ by: ['rules'], orderBy: { rules: 'asc' } },
    where: { status: 'finished', ...ofPlayer(playerId) },
  })
  const compared: ComparedRuleSet[] = []
  for (const { rules } of played) {
    if (!isRuleSetId(rules)) continue
    const own = await latestGames(tx, rules, OWN_GAMES, ofPlayer(playerId))
    const others = await latestGames(tx, rules, OTHER_GAMES, {
      ...{ NOT: ofPlayer(playerId), white: NO_BOT, black: NO_BOT },
    })
    const tallies = await talliesOf(compare, rules, own)
    const player = tallies.get(playerId) ?? { moves: 0, agreeing: 0 }
    tallies.delete(playerId)
    compared.push({
      ...{ rules, games: own.length },
      player: { moves: player.moves, agreement: agreementOf(player) },
      opponents: comparedPlayers([...tallies.values()]),
      others: comparedPlayers([...(await talliesOf(compare, rules, others)).values()]),
    })
  }
  return compared
}

const latestGames = (tx: Tx, rules: RuleSetId, take: number, where: Prisma.GameWhereInput) =>
  tx.game.findMany({
    ...{ where: { rules, status: 'finished', ...where }, take, select: RECORD },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
  })
type Played = Awaited<ReturnType<typeof latestGames>>[number]

/** By player, without bots. */
async function talliesOf(
  compare: CompareGame,
  rules: RuleSetId,
  games: readonly Played[],
): Promise<Map<number, Tally>> {
  const tallies = new Map<number, Tally>()
  for (const { rulesRevision, whiteId, blackId, white, black, positions, moves } of games) {
    const verdicts = await compare({
      ...{ rules, rulesRevision },
      positions: positions.map(({ position }) => trustedPosition(position)),
      moves: moves.map(({ move }) => move),
    })
    verdicts.forEach((verdict, ply) => {
      const [id, kind] = ply % 2 === 0 ? [whiteId, white.kind] : [blackId, black.kind]
      if (verdict === 'not-counted' || kind === 'bot') return
      const { moves, agreeing } = tallies.get(id) ?? { moves: 0, agreeing: 0 }
      tallies.set(id, { moves: moves + 1, agreeing: agreeing + (verdict === 'agrees' ? 1 : 0) })
    })
  }
  return tallies
}
