import {
  decodeMove,
  decodePosition,
  legalMoves,
  type Move,
  type Outcome,
  type OutcomeReason,
  type Position,
  play,
  type RuleSet,
  type RuleSetId,
  ruleSet,
  type Side,
  startPosition,
} from '@tegenzet/rules'

/** A game as it might be played, by the rules alone. */
export interface Story {
  rules: RuleSetId
  moves: Move[]
  /** The last position. */
  position: Position
  outcome: Outcome | null
}

/** Values a legal move in a position: the highest is played. */
type Taste = (rules: RuleSet, position: Position, move: Move) => number

/** Takes stones where it can. */
const taker: Taste = (_rules, _position, move) => (move.includes('x') ? 1 : 0)

const drifter: Taste = () => 0

/** Takes nothing. */
const peaceful: Taste = (_rules, _position, move) => (move.includes('x') ? -1000 : 0)

/** Goes to and fro: moves by the alphabet, and takes nothing. */
const idler: Taste = (_rules, _position, move) => (move.includes('x') ? -1000 : -move.charCodeAt(0))

/** Takes nothing, and leaves the other as few moves as it can. */
const smotherer: Taste = (rules, position, move) => {
  const played = play(rules, [position], move)
  if (!played.ok || move.includes('x')) return -1000
  return -legalMoves(rules, played.value.position).length
}

/** Halma: brings its stones over, those furthest behind a little sooner. */
const runner: Taste = (rules, position, move) => walk(rules, position, move, 0)

/** Halma: leaves its camp and waits in the middle; after move 50 a stone goes home, which loses. */
const homesick: Taste = (rules, position, move) =>
  walk(rules, position, move, 9) * (decodePosition(rules, position).moveNumber > 50 ? -10 : 1)

/** Halma: white leaves its camp, black takes its time over it. */
const laggard: Taste = (rules, position, move) =>
  decodePosition(rules, position).side === 'white' ? walk(rules, position, move, 9) : 0

/** How much nearer a move brings its stone to the corner it goes to, as far as `enough` steps from there. */
function walk(rules: RuleSet, position: Position, move: Move, enough: number): number {
  const { side } = decodePosition(rules, position)
  const { from, to } = decodeMove(rules, move)
  const before = Math.max(enough, stepsToGo(rules, side, from!))
  const after = Math.max(enough, stepsToGo(rules, side, to))
  return 2 * (before - after) + before / 25
}

/** Files and ranks to the corner of the other's camp. */
function stepsToGo({ board }: RuleSet, side: Side, point: string): number {
  const { x, y } = board.points.find(({ name }) => name === point)!
  const last = board.points.at(-1)!.x
  return side === 'white' ? x + (last - y) : last - x + y
}

interface Telling {
  taste: Taste
  /** Between 0 and 1, the same for the same story. */
  random: () => number
  /** The story breaks off here. */
  until?: (story: Story) => boolean
}

function tell(id: RuleSetId, { taste, random, until = () => false }: Telling): Story {
  const rules = ruleSet(id)
  const positions = [startPosition(rules)]
  const story: Story = { rules: id, moves: [], position: positions[0]!, outcome: null }
  while (!story.outcome && !until(story) && story.moves.length < 400) {
    const values = legalMoves(rules, story.position).map((move) => ({
      move,
      value: taste(rules, story.position, move) + random(),
    }))
    const { move } = values.reduce((best, each) => (each.value > best.value ? each : best))
    const played = play(rules, positions, move)
    if (!played.ok) throw new Error(`${move}: ${played.error.message}`)
    positions.push(played.value.position)
    story.moves.push(move)
    story.position = played.value.position
    story.outcome = played.value.outcome
  }
  return story
}

/** The endings that a rule set's own play can come to, each with a taste that comes to it. */
function endings({ family, draws }: RuleSet): [OutcomeReason, Taste][] {
  if (family === 'halma')
    return [
      ['camp-filled', runner],
      ['camp-re-entered', homesick],
      ['camps-not-cleared', drifter],
      ['camp-not-cleared', laggard],
    ]
  return [
    ['few-stones', taker],
    ['blocked', smotherer],
    ...(draws.repetition === 'automatic' ? [['repetition', idler] as [OutcomeReason, Taste]] : []),
    ...(draws.quiet === 'automatic' ? [['quiet-moves', peaceful] as [OutcomeReason, Taste]] : []),
  ]
}

const isFlying = ({ rules, position }: Story): boolean => {
  const { stones, hands, side } = decodePosition(ruleSet(rules), position)
  return hands?.[side] === 0 && Object.values(stones).filter((each) => each === side).length === 3
}

/**
 * Games of a rule set in every state: just begun, placing, in the middle, flying, near their end, ended in each way
 * that was found in `tries` games.
 * @param random made anew for each game by a seed
 */
export function stories(id: RuleSetId, random: (seed: number) => () => number, tries = 8): Story[] {
  const rules = ruleSet(id)
  const [taste, calm] = rules.family === 'halma' ? [runner, runner] : [taker, drifter]
  const first = (taste: Taste, is: (story: Story) => boolean, until?: (story: Story) => boolean) => {
    for (let seed = 1; seed <= tries; seed++) {
      const story = tell(id, { taste, random: random(seed), until })
      if (is(story)) return [story]
    }
    return []
  }
  const running = ({ outcome }: Story) => outcome === null
  const begun = [0, 1, 11, 34].flatMap((plies, n) =>
    first(n < 3 ? taste : calm, running, ({ moves }) => moves.length >= plies),
  )
  const flying =
    rules.family === 'mill' && rules.flying
      ? first(taste, (story) => running(story) && isFlying(story), isFlying)
      : []
  const ended = endings(rules).flatMap(([reason, taste]) =>
    first(taste, ({ outcome }) => outcome?.reason === reason),
  )
  const nearEnd = ended.slice(0, 1).map(({ moves }) => {
    const until = ({ moves: { length } }: Story) => length === moves.length - 1
    return retell(id, moves, until)
  })
  return [...begun, ...flying, ...nearEnd, ...ended]
}

/** The same moves again, as far as `until`. */
function retell(id: RuleSetId, moves: readonly Move[], until: (story: Story) => boolean): Story {
  let ply = 0
  const taste: Taste = (_rules, _position, move) => (move === moves[ply] ? 2 : 0)
  return tell(id, {
    taste,
    random: () => 0,
    until: (story) => {
      ply = story.moves.length
      return until(story)
    },
  })
}
