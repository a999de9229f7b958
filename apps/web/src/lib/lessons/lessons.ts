import {
  byFamily,
  closedMills,
  decodeMove,
  decodePosition,
  type HalmaRules,
  legalMoves,
  type MillRules,
  type Move,
  type Position,
  play,
  QUIET_LIMIT,
  quietPlies,
  REPETITION,
  type RuleSet,
  routeOf,
  trustedMove,
  trustedPosition,
} from '@tegenzet/rules'

/** What a lesson asks for. A move must meet all goals of its lesson. */
export type Goal =
  | 'closes-mill'
  | 'stops-mill'
  | 'opens-mill'
  | 'takes-nothing'
  | 'flies'
  | 'wins'
  | 'steps'
  | 'jumps'
  | 'jumps-twice'
  | 'leaves-camp'
  | 'empties-camp'
  | 'third-time'
  | 'quiet-limit'

/** A position and what White is to do in it. */
export interface Lesson {
  id: LessonId
  /** The position to move in is the last one. */
  positions: Position[]
  goals: readonly Goal[]
}

export type LessonId =
  | 'placing'
  | 'mill'
  | 'taking'
  | 'moving'
  | 'double'
  | 'flying'
  | 'blocking'
  | 'optional'
  | 'quiet'
  | 'step'
  | 'jump'
  | 'chain'
  | 'camp'
  | 'arriving'
  | 'repetition'

/** White is to move after `moves`. */
interface Setup<Rules> {
  /** Which rule sets of the family have this lesson. Default: all. */
  fits?: (rules: Rules) => boolean
  white: string
  black: string
  /** Stones in each player's hand. */
  hand?: number
  quiet?: number
  moveNumber?: number
  moves?: string
  goals: readonly Goal[]
}

type Setups<Rules> = Partial<Record<LessonId, Setup<Rules>>>

const MILL: Setups<MillRules> = {
  placing: { white: 'b4 f2', black: 'a1 d1', hand: 7, goals: ['stops-mill'] },
  mill: { white: 'a7 d7', black: 'a1 f4', hand: 7, goals: ['closes-mill'] },
  taking: { white: 'a7 d7 c4', black: 'b2 d2 e4', hand: 6, goals: ['closes-mill', 'stops-mill'] },
  moving: { white: 'a7 d7 g4 b2 c3', black: 'f6 e5 d1 a1 e3', goals: ['closes-mill'] },
  double: {
    white: 'a7 d7 g7 b6 f6',
    black: 'c3 e4 g1 b2 d3',
    goals: ['closes-mill', 'opens-mill'],
  },
  flying: {
    fits: ({ flying }) => flying,
    white: 'a7 d7 c3',
    black: 'f6 e5 d1 b2 f2',
    goals: ['flies', 'closes-mill'],
  },
  blocking: { white: 'g7 d6 b4 c5 d1', black: 'a7 d7 a4 b6', goals: ['wins'] },
  optional: {
    fits: ({ taking }) => taking === 'optional',
    white: 'a7 d7 g4 b2 c3',
    black: 'f6 e5 d1 e3',
    goals: ['closes-mill', 'takes-nothing'],
  },
  repetition: {
    white: 'a4 d6 f2 b2 c4',
    black: 'g1 e4 f6 c5 d3',
    moves: 'a4-a7 g1-d1 a7-d7 d1-g1 d7-a7 g1-d1 a7-d7 d1-g1',
    goals: ['third-time'],
  },
  quiet: {
    white: 'a7 d7 g4 b2 c3',
    black: 'f6 e5 d1 a1 e3',
    quiet: QUIET_LIMIT - 1,
    moveNumber: 70,
    goals: ['quiet-limit'],
  },
}

const HALMA_HOME = {
  white: 'f1 g1 h1 i1 j1 g2 h2 i2 j2 h3 i3 j3 i4 j4 j5',
  black: 'a10 b10 c10 d10 e10 a9 b9 c9 d9 a8 b8 c8 a7 b7 a6',
}
/** Nearly at the end: one stone of each side is still on its way. */
const HALMA_LATE = {
  white: 'a10 b10 c10 d10 e10 a9 b9 c9 d9 a8 b8 c8 a7 b7',
  black: 'f1 g1 h1 i1 j1 g2 h2 i2 j2 h3 i3 j3 i4 j4',
}

const HALMA: Setups<HalmaRules> = {
  step: { ...HALMA_HOME, goals: ['steps', 'leaves-camp'] },
  jump: { ...HALMA_HOME, goals: ['jumps'] },
  chain: { ...HALMA_HOME, moves: 'g2-f3 d9-e8 i3-h4 b9-d7', goals: ['jumps-twice'] },
  camp: {
    white: 'g1 f4 f5 e5 e4 d4 d5 d6 e6 f6 g5 c5 c6 e3 d3',
    black: 'g7 f8 f9 e8 e9 g8 g9 h8 h7 f7 h9 i8 i9 i7 j8',
    moveNumber: 50,
    goals: ['empties-camp'],
  },
  arriving: {
    white: `${HALMA_LATE.white} b5`,
    black: `${HALMA_LATE.black} h6`,
    moveNumber: 80,
    goals: ['wins'],
  },
  repetition: {
    white: `${HALMA_LATE.white} d4`,
    black: `${HALMA_LATE.black} g6`,
    moveNumber: 80,
    moves: 'd4-e4 g6-g7 e4-e5 g7-g6 e5-e4 g6-g7 e4-e5 g7-g6',
    goals: ['third-time'],
  },
}

/** The lessons that fit a rule set, in the order to take them. */
export const lessonsOf = (rules: RuleSet): Lesson[] =>
  byFamily(rules, { mill: (rules) => fitting(rules, MILL), halma: (rules) => fitting(rules, HALMA) })

const fitting = <Rules extends RuleSet>(rules: Rules, setups: Setups<Rules>): Lesson[] =>
  Object.entries(setups)
    .filter(([, { fits }]) => fits?.(rules) ?? true)
    .map(([id, setup]) => ({ id: id as LessonId, positions: positionsFor(rules, setup), goals: setup.goals }))

function positionsFor<Rules extends RuleSet>(rules: Rules, setup: Setup<Rules>): Position[] {
  const positions = [positionOf(rules, setup)]
  for (const text of setup.moves?.split(' ') ?? []) {
    const played = play(rules, positions, trustedMove(text))
    if (!played.ok) throw new Error(played.error.message)
    positions.push(played.value.position)
  }
  return positions
}

/** The position text (docs/rules.md, notation) of a setup with White to move. */
function positionOf<Rules extends RuleSet>(rules: Rules, setup: Setup<Rules>): Position {
  const [white, black] = [setup.white.split(' '), setup.black.split(' ')]
  const rows: string[] = []
  let rank: number | undefined
  for (const { name, y } of rules.board.points) {
    if (y !== rank) rows.push('')
    rank = y
    rows.push(rows.pop() + (white.includes(name) ? 'w' : black.includes(name) ? 'b' : '.'))
  }
  const { hand = 0, quiet = 0, moveNumber = 10 } = setup
  const counters = byFamily(rules, {
    mill: () => [hand, hand, quiet, moveNumber],
    halma: () => [moveNumber],
  })
  return trustedPosition([rows.join('/'), 'w', ...counters].join(' '))
}

/** The first goal of the lesson that a legal move misses; undefined if the move solves the lesson. */
export function missedGoal(rules: RuleSet, { positions, goals }: Lesson, move: Move): Goal | undefined {
  const before = positions.at(-1)!
  const played = play(rules, positions, move)
  if (!played.ok) throw new Error(played.error.message)
  const { position: after, outcome, occurrence } = played.value
  const { from, to, captured } = decodeMove(rules, move)
  const { side, stones } = decodePosition(rules, before)
  const isStep = from !== null && distance(rules, from, to) === 1
  const camp = byFamily(rules, { mill: () => [], halma: ({ board }) => board.camps[side] })
  const inMill = (position: Position, point: string) =>
    closedMills(rules, decodePosition(rules, position).stones).some((mill) => mill.includes(point))
  const checks: Record<Goal, () => boolean> = {
    'closes-mill': () => inMill(after, to),
    'stops-mill': () =>
      legalMoves(rules, after).every((reply) => {
        const answer = play(rules, [after], reply)
        return !answer.ok || !inMill(answer.value.position, decodeMove(rules, reply).to)
      }),
    'opens-mill': () => from !== null && inMill(before, from),
    'takes-nothing': () => captured === null,
    flies: () =>
      from !== null &&
      byFamily(rules, {
        mill: ({ board }) => !board.lines.some((line) => line.includes(from) && line.includes(to)),
        halma: () => false,
      }),
    wins: () => outcome?.winner === side,
    steps: () => isStep,
    jumps: () => !isStep,
    'jumps-twice': () => !isStep && from !== null && (routeOf(rules, before, from, to) ?? []).length > 2,
    'leaves-camp': () => from !== null && camp.includes(from) && !camp.includes(to),
    'empties-camp': () => camp.every((point) => (point === from || stones[point] !== side) && point !== to),
    'third-time': () => occurrence >= REPETITION,
    'quiet-limit': () => (quietPlies(rules, after) ?? 0) >= QUIET_LIMIT,
  }
  return goals.find((goal) => !checks[goal]())
}

/** In squares. */
function distance({ board }: RuleSet, from: string, to: string): number {
  const [a, b] = [from, to].map((name) => board.points.find((point) => point.name === name)!)
  return Math.max(Math.abs(a!.x - b!.x), Math.abs(a!.y - b!.y))
}
