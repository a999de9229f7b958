import { valueAt } from '@tegenzet/common'
import type { ComparedRuleSet } from '@tegenzet/contract'
import type { Prisma } from '@tegenzet/db'
import { isRuleSetId, positionsOf, type RuleSetId } from '@tegenzet/rules'
import type { DiskTables } from '@tegenzet/tables/node'
import { COUNTED } from '../../play/game/counted-games.ts'
import { readMovesPlayed } from '../../play/game/game-positions.ts'
import type { Db } from '../../store/transaction.ts'
import { agreementOf, comparedPlayers, type Tally } from './agreement.ts'
import { LAST_PLY, type Verdict } from './compare-moves.ts'
import type { CompareGame } from './engine-thread.ts'
import { keepsValue } from './keeps-value.ts'

/** The latest games of the player in each rule set, and of everybody else. */
const OWN_GAMES = 20
const OTHER_GAMES = 40

const ofPlayer = (id: number) => ({ OR: [{ whiteId: id }, { blackId: id }] })
const NO_BOT = { kind: { not: 'bot' } } as const
const PLAYERS = {
  id: true,
  whiteId: true,
  blackId: true,
  white: { select: { kind: true } },
  black: { select: { kind: true } },
} satisfies Prisma.GameSelect

/** What moves are compared with. */
interface Yardsticks {
  compare: CompareGame
  tables: DiskTables
}

/** Counted moves by player: compared with the engine, and with endgame tables. */
interface Tallies {
  engine: Map<number, Tally>
  exact: Map<number, Tally>
}

/** Compares a player's finished games without hints with the engine and with tables, by rule set, beside those of other people. */
export async function comparePlayer(
  db: Db,
  yardsticks: Yardsticks,
  playerId: number,
): Promise<ComparedRuleSet[]> {
  const played = await db.game.groupBy({
    by: ['rules'],
    orderBy: { rules: 'asc' },
    where: { ...COUNTED, ...ofPlayer(playerId) },
  })
  const compared: ComparedRuleSet[] = []
  for (const { rules } of played) {
    if (!isRuleSetId(rules)) continue
    const own = await latestGames(db, rules, OWN_GAMES, ofPlayer(playerId))
    const others = await latestGames(db, rules, OTHER_GAMES, {
      NOT: ofPlayer(playerId),
      white: NO_BOT,
      black: NO_BOT,
    })
    const ownTallies = await talliesOf(db, yardsticks, rules, own)
    const otherTallies = await talliesOf(db, yardsticks, rules, others)
    compared.push({
      rules,
      games: own.length,
      ...besideOthers(playerId, ownTallies.engine, otherTallies.engine),
      exact: besideOthers(playerId, ownTallies.exact, otherTallies.exact),
    })
  }
  return compared
}

/** @param own the player and the opponents */
function besideOthers(playerId: number, own: ReadonlyMap<number, Tally>, others: ReadonlyMap<number, Tally>) {
  const player = own.get(playerId) ?? { moves: 0, agreeing: 0 }
  const opponents = [...own].flatMap(([id, tally]) => (id === playerId ? [] : [tally]))
  return {
    player: { moves: player.moves, agreement: agreementOf(player) },
    opponents: comparedPlayers(opponents),
    others: comparedPlayers([...others.values()]),
  }
}

const latestGames = (db: Db, rules: RuleSetId, take: number, where: Prisma.GameWhereInput) =>
  db.game.findMany({
    where: { rules, ...COUNTED, ...where },
    take,
    select: PLAYERS,
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
  })
type Played = Awaited<ReturnType<typeof latestGames>>[number]

/** Without bots. */
async function talliesOf(
  db: Db,
  { compare, tables }: Yardsticks,
  id: RuleSetId,
  games: readonly Played[],
): Promise<Tallies> {
  const tallies: Tallies = { engine: new Map(), exact: new Map() }
  const played = await readMovesPlayed(
    db,
    games.map(({ id }) => id),
    LAST_PLY,
  )
  for (const game of games) {
    const { rules, moves } = valueAt(played, game.id)
    const positions = positionsOf(rules, moves)
    const record = { rules: id, rulesRevision: rules.revision, positions, moves }
    addVerdicts(tallies.engine, game, await compare(record))
    addVerdicts(tallies.exact, game, await keepsValue(tables, rules, positions, moves))
  }
  return tallies
}

function addVerdicts(
  tallies: Map<number, Tally>,
  { whiteId, blackId, white, black }: Played,
  verdicts: readonly Verdict[],
): void {
  verdicts.forEach((verdict, ply) => {
    const [id, kind] = ply % 2 === 0 ? [whiteId, white.kind] : [blackId, black.kind]
    if (verdict === 'not-counted' || kind === 'bot') return
    const { moves, agreeing } = tallies.get(id) ?? { moves: 0, agreeing: 0 }
    tallies.set(id, { moves: moves + 1, agreeing: agreeing + (verdict === 'agrees' ? 1 : 0) })
  })
}
