import { type RuleSetId, ruleSet } from '@tegenzet/rules'
import { existing } from '../store/existing.ts'
import type { Db } from '../store/transaction.ts'
import type { TimedAction } from './agenda.ts'
import type { DemoPlayer } from './demo-player.ts'
import { generateOpening } from './generate-games.ts'
import { DAY, HOUR } from './schedule-games.ts'
import { seeded } from './seeded.ts'

/** How many different openings are played. */
const OPENINGS = 12
/** Days from the start of a game to its end: the first game's, and how much longer each of the others takes. */
const DURATION = { shortest: 2, step: 5, longest: 26 }

/** A game that a competition has started. */
interface StartedGame {
  id: number
  rules: RuleSetId
  white: { username: string }
  black: { username: string }
  createdAt: Date
}

/** The games of tournaments, leagues, ladders and matches that began after the game `after`. */
export async function readStartedGames(db: Db, after: number): Promise<StartedGame[]> {
  const username = { select: { username: true } }
  const rows = await db.game.findMany({
    where: {
      id: { gt: after },
      OR: [{ tournamentId: { not: null } }, { ladder: true }, { matchId: { not: null } }],
    },
    select: { id: true, rules: true, createdAt: true, white: username, black: username },
    orderBy: { id: 'asc' },
  })
  return rows.map((row) => ({ ...row, rules: row.rules as RuleSetId }))
}

/**
 * The actions that play a game: some moves, then the weaker player resigns, mostly. Every seventh game is drawn.
 * @param players the strongest first
 */
export function competitionGameActions(game: StartedGame, players: readonly DemoPlayer[]): TimedAction[] {
  const { id, rules } = game
  const random = seeded(id)
  const find = ({ username }: StartedGame['white']) =>
    existing(players.find((each) => each.username === username))
  const [white, black] = [find(game.white), find(game.black)]
  const isDrawn = ruleSet(rules).draws.policy !== null && id % 7 === 0
  const plies = 6 + 2 * Math.floor(random() * 5)
  const days = Math.min(DURATION.longest, DURATION.shortest + ((id * DURATION.step) % DURATION.longest))
  const moves = generateOpening(rules, seeded(id % OPENINGS), plies)
  const pace = (Math.min(days, 1.8 * moves.length) * DAY) / (moves.length + 1)
  const at = (ply: number) => new Date(game.createdAt.getTime() + HOUR + ply * pace)
  const [stronger, weaker] = players.indexOf(white) < players.indexOf(black) ? [white, black] : [black, white]
  const loser = random() < 0.85 ? weaker : stronger
  const mover = (ply: number): DemoPlayer => (ply % 2 === 0 ? white : black)
  const draw = async () => {
    const { offer } = await white.call('offerDraw', { id, body: {} })
    await black.call('acceptDrawOffer', { id: offer.id })
  }
  return [
    ...moves.map((move, ply) => ({
      at: at(ply + 1),
      run: () => mover(ply).call('playMove', { id, body: { move, ply } }),
    })),
    { at: new Date(+at(moves.length) + HOUR), run: () => (isDrawn ? draw() : loser.call('resign', { id })) },
  ]
}
