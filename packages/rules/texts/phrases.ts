/** The sections of a rules text in reading order. A rule set has those that its options need. */
export const SECTION_IDS = [
  'aim',
  'board',
  'placing',
  'moving',
  'flying',
  'taking',
  'clearing',
  'winning',
  'draws',
  'time',
  'notation',
] as const
export type SectionId = (typeof SECTION_IDS)[number]

/**
 * The sentences of one language. `index.ts` chooses the sentences of a rule set by its options.
 */
export interface Phrases {
  /** Number words from 0 on, as far as the language writes them out. */
  numbers: readonly string[]
  titles: Record<SectionId, string>
  mill: {
    aim: string
    /** @param squares a number word with a capital */
    board(squares: string, points: number, mills: number): string
    diagonals: string
    /** On boards with lines that are part of no mill. */
    joints: string
    placing(stones: string): string
    /** Of the stones on the board, until all are placed. */
    staying: string
    /** The same in rule sets in which they may move meanwhile. */
    movingMeanwhile: string
    moving: string
    /** With an empty hand, in rule sets in which stones move before. */
    movingOnly: string
    /** With three stones left, in rule sets without flying. */
    movingToTheEnd: string
    flying: string
    closing: string
    compulsory: string
    optional: string
    takeable: string
    oneStone: string
    winning: string
    quiet(reset: 'mill' | 'capture', moves: number): string
    points(lastFile: string, lastRank: number): string
    /** @param captured a point */
    moves(placed: string, moved: string, captured: string): string
    position(reset: 'mill' | 'capture', start: string): string
  }
  halma: {
    aim(stones: string): string
    board(size: number, stones: string, white: string, black: string): string
    moving: string
    step: string
    jump: string
    jumpingOn: string
    clearing(moves: number): string
    reentering: string
    winning(stones: string): string
    blocked: string
    points(lastFile: string, size: number): string
    moves(move: string): string
    position(size: number, start: string): string
  }
  winsFirst: string
  draws: {
    agreement: string
    repetition(hands: boolean): string
    earliest(move: number): string
    automatic: string
    repetitionFirst: string
    claimed: string
    unruled: string
    evidence(repetition: boolean, quiet: boolean): string
    beforeMoving: string
    afterDeclinedOffer: string
    frozen: string
  }
  time: string
  leaving: string
  numbering: string
  record(example: string): string
}
