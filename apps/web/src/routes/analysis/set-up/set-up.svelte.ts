import {
  decodePosition,
  type Position,
  parsePosition,
  type RuleSet,
  type RuleSetId,
  ruleSet,
  SIDES,
  type Side,
  startPosition,
} from '@tegenzet/rules'

/** A position that is set up by hand. */
export class SetUp {
  readonly rules: RuleSet
  stones = $state.raw<Readonly<Record<string, Side>>>({})
  side = $state<Side>('white')
  /** Stones not yet placed; null in games without hands. */
  hands = $state<Record<Side, number> | null>(null)
  /** Plies since the counter's last reset; null in games that do not count quiet moves. */
  quiet = $state<number | null>(null)
  moveNumber = $state(1)

  /** @param position to begin with, by default the start position */
  constructor(id: RuleSetId, position?: Position) {
    this.rules = ruleSet(id)
    this.load(position ?? startPosition(this.rules))
  }

  /** The position text, whether or not it is one. */
  readonly text = $derived.by(() => {
    const { points } = this.rules.board
    let row = points[0]?.y
    const rows = points.map(({ name, y }) => {
      const begins = y !== row
      row = y
      return `${begins ? '/' : ''}${{ white: 'w', black: 'b', none: '.' }[this.stones[name] ?? 'none']}`
    })
    const hands = this.hands ? [this.hands.white, this.hands.black] : []
    const quiet = this.quiet === null ? [] : [this.quiet]
    return [rows.join(''), this.side === 'white' ? 'w' : 'b', ...hands, ...quiet, this.moveNumber].join(' ')
  })
  /** Null while it is none. */
  readonly position: Position | null = $derived.by(() => {
    const parsed = parsePosition(this.rules, this.text)
    return parsed.ok ? parsed.value : null
  })

  load(position: Position): void {
    const { stones, side, hands, quiet, moveNumber } = decodePosition(this.rules, position)
    this.stones = stones
    this.side = side
    this.hands = hands
    this.quiet = quiet
    this.moveNumber = moveNumber
  }

  clear(): void {
    this.stones = {}
    if (this.hands) this.hands = { white: 0, black: 0 }
  }

  /** Puts a stone on a point, or with null removes it. The same stone again removes it too. */
  put(point: string, stone: Side | null): void {
    const { [point]: before, ...others } = this.stones
    this.stones = stone === null || before === stone ? others : { ...others, [point]: stone }
    if (!this.hands) return
    // the stone comes from the hand
    for (const side of SIDES)
      if (this.count(side) + this.hands[side] > this.rules.stones)
        this.hands = { ...this.hands, [side]: Math.max(0, this.rules.stones - this.count(side)) }
  }

  count(side: Side): number {
    return Object.values(this.stones).filter((stone) => stone === side).length
  }
}
