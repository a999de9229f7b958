import { opponent, type Side } from '@tegenzet/rules'

/** Which side is at the bottom of the board: the player's own, until they flip it. */
export class BoardOrientation {
  readonly #player: () => Side | null

  /** @param player the side of the reader; null for a spectator */
  constructor(player: () => Side | null) {
    this.#player = player
  }

  /** Black is at the bottom. */
  flipped = $derived.by(() => this.#player() === 'black')

  get bottom(): Side {
    return this.flipped ? 'black' : 'white'
  }

  get top(): Side {
    return opponent(this.bottom)
  }
}
