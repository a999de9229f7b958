import type { DraftMove } from './draft-move.svelte.ts'

/** A move that is being typed in notation, anywhere on the page. */
export class TypedMove {
  /** What has been typed so far; empty once it is a whole move. */
  text = $state('')
  /** A whole move that was typed and with which longer ones begin: "d6" with "xa1", "j1-d1" with "0". */
  #unfinished = $state<string | null>(null)
  readonly #draft: () => DraftMove

  constructor(draft: () => DraftMove) {
    this.#draft = draft
  }

  /** What was typed is a whole move, and can go on. */
  get canGoOn(): boolean {
    return this.#unfinished !== null && this.#unfinished === this.#draft().move
  }

  /** @returns `move`: a whole move is on the board; `taken`: the key is part of a move */
  press({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): 'move' | 'taken' | null {
    const draft = this.#draft()
    if (!draft.choices || draft.locked || altKey || ctrlKey || metaKey) return null
    if (key === 'Escape' && this.text !== '') return this.#begin('')
    if (key === 'Backspace' && this.text !== '') return this.#begin(this.text.slice(0, -1))
    if (!/^[a-jx0-9-]$/i.test(key)) return null
    const before = this.text || (draft.move ?? '')
    const moves: readonly string[] = draft.choices.moves.map(({ move }) => move)
    const typed = [before + key.toLowerCase(), key.toLowerCase()].find((text) =>
      moves.some((move) => move.startsWith(text)),
    )
    if (typed === undefined) return null
    if (!moves.includes(typed)) return this.#begin(typed)
    this.text = ''
    this.#unfinished = moves.some((move) => move !== typed && move.startsWith(typed)) ? typed : null
    draft.propose(typed)
    return 'move'
  }

  #begin(text: string): 'taken' {
    this.#draft().clear()
    this.text = text
    return 'taken'
  }
}
