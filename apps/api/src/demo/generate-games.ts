import {
  byFamily,
  decodePosition,
  legalMoves,
  type Move,
  type Outcome,
  type Position,
  play,
  type RuleSetId,
  ruleSet,
  startPosition,
} from '@tegenzet/rules'
import { DEMO_STYLES } from './demo-styles.ts'
import type { MovePreference } from './move-preferences.ts'

/** A game played by the rules package alone. */
export interface GeneratedGame {
  rules: RuleSetId
  moves: Move[]
  /** The last position. */
  position: Position
  outcome: Outcome | null
}

interface GenerateOptions {
  preference: MovePreference
  /** Decides between equal moves. Numbers from 0 to 1. */
  random: () => number
  /** Stops the game. */
  until?: (game: GeneratedGame) => boolean
}

function generateGame(
  id: RuleSetId,
  { preference, random, until = () => false }: GenerateOptions,
): GeneratedGame {
  const rules = ruleSet(id)
  const start = startPosition(rules)
  const positions = [start]
  const game: GeneratedGame = { rules: id, moves: [], position: start, outcome: null }
  while (!game.outcome && !until(game) && game.moves.length < 400) {
    const values = legalMoves(rules, game.position).map((move) => ({
      move,
      value: preference(rules, game.position, move) + random(),
    }))
    const { move } = values.reduce((best, each) => (each.value > best.value ? each : best))
    const played = play(rules, positions, move)
    if (!played.ok) throw new Error(`${move}: ${played.error.message}`)
    positions.push(played.value.position)
    game.moves.push(move)
    game.position = played.value.position
    game.outcome = played.value.outcome
  }
  return game
}

/** The first moves of a game, in which both capture. */
export const generateOpening = (id: RuleSetId, random: () => number, plies: number): Move[] =>
  generateGame(id, {
    preference: byFamily(ruleSet(id), DEMO_STYLES).usual,
    random,
    until: ({ moves }) => moves.length >= plies,
  }).moves

const TRIES = 8

const isFlying = ({ rules, position }: GeneratedGame): boolean => {
  const { stones, hands, side } = decodePosition(ruleSet(rules), position)
  return hands?.[side] === 0 && Object.values(stones).filter((each) => each === side).length === 3
}

/**
 * Generates games of a rule set in every state: just begun, placing, in the middle, flying, near their end, and with
 * each outcome that occurs within `TRIES` games.
 * @param seeded a random number generator for a seed
 */
export function generateGames(id: RuleSetId, seeded: (seed: number) => () => number): GeneratedGame[] {
  const rules = ruleSet(id)
  const { usual: preference, calm, flies, endings } = byFamily(rules, DEMO_STYLES)
  const findFirst = (
    preference: MovePreference,
    matches: (game: GeneratedGame) => boolean,
    until?: (game: GeneratedGame) => boolean,
  ) => {
    for (let seed = 1; seed <= TRIES; seed++) {
      const game = generateGame(id, { preference, random: seeded(seed), until })
      if (matches(game)) return [game]
    }
    return []
  }
  const running = ({ outcome }: GeneratedGame) => outcome === null
  const started = [0, 1, 11, 34].flatMap((plies, n) =>
    findFirst(n < 3 ? preference : calm, running, ({ moves }) => moves.length >= plies),
  )
  const flying = flies ? findFirst(preference, (game) => running(game) && isFlying(game), isFlying) : []
  const ended = endings.flatMap(([reason, preference]) =>
    findFirst(preference, ({ outcome }) => outcome?.reason === reason),
  )
  const nearEnd = ended.slice(0, 1).map(({ moves }) => {
    const until = ({ moves: { length } }: GeneratedGame) => length === moves.length - 1
    return replay(id, moves, until)
  })
  return [...started, ...flying, ...nearEnd, ...ended]
}

/** Plays given moves until `until`. */
function replay(
  id: RuleSetId,
  moves: readonly Move[],
  until: (game: GeneratedGame) => boolean,
): GeneratedGame {
  let ply = 0
  const preference: MovePreference = (_rules, _position, move) => (move === moves[ply] ? 2 : 0)
  return generateGame(id, {
    preference,
    random: () => 0,
    until: (game) => {
      ply = game.moves.length
      return until(game)
    },
  })
}
