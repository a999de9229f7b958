import { type CommonRules, type Point, trustedMove } from '../../src/index.ts'

export const FAMILY = 'three-in-a-row'

/** Three by three points. */
export interface GridBoard {
  readonly kind: typeof FAMILY
  readonly points: Point[]
  readonly rows: [string, string, string][]
}

export interface ThreeInARowRules extends CommonRules {
  readonly family: typeof FAMILY
  readonly board: GridBoard
  /** Whether the middle stone of a row may be captured by a move after which the mover's stones are at both ends. */
  readonly trapping: boolean
  /** A stone that goes to this point resets the counter of quiet moves. */
  readonly restart: string
}

const FILES = ['a', 'b', 'c']
const RANKS = [3, 2, 1]
const ROWS = 'a3-b3-c3 a2-b2-c2 a1-b1-c1 a1-a2-a3 b1-b2-b3 c1-c2-c3 a1-b2-c3 a3-b2-c1'

/**
 * A third family, in tests only, to prove that one can be added: each side places three stones and then moves them to a point
 * beside; three in a row win. It has an option, a capture and a counter like no other family. It ends as `blocked`, since
 * every reason is worded for all families.
 */
export const THREE_IN_A_ROW: ThreeInARowRules = {
  id: 'trial-three',
  revision: 1,
  family: FAMILY,
  names: { nl: 'Drie op een rij', de: 'Drei in einer Reihe', en: 'Three in a row', fr: 'Trois en ligne' },
  origin: 'trial',
  board: {
    kind: FAMILY,
    points: RANKS.flatMap((rank, n) =>
      FILES.map((file, x) => ({ name: `${file}${rank}`, x, y: RANKS.length - 1 - n })),
    ),
    rows: ROWS.split(' ').map((row) => row.split('-') as [string, string, string]),
  },
  stones: 3,
  trapping: true,
  restart: 'b2',
  draws: { repetition: 'claimed', quiet: 'claimed', policy: 'before-moving', earliestPly: 0 },
  exampleGame: 'b2 a1 c1',
}

const PLACING = 'a1 c3 b1 b3 c2 a2'
const BACK_AND_FORTH = 'b1-c1 b3-b2 c1-b1 b2-b3'

/** All stones are placed, the position after it arises three times, and White wins. */
export const REPEATING_GAME = `${PLACING} ${BACK_AND_FORTH} ${BACK_AND_FORTH} c2-c1`
  .split(' ')
  .map(trustedMove)
/** The numbers of the equal positions. */
export const THREE_OCCURRENCES = [6, 10, 14]
