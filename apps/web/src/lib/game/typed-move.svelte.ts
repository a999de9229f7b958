import type { DraftMove } from './draft-move.svelte.ts'

/** A move that is being typed in notation, anywhere on the page. */
export class TypedMove {
  /** What has been typed so far; empty once it is a whole move. */
  text = $state('')
  readonly #draft: () => DraftMove

  constructor(draft: () => DraftMove) {
    this.#draft = draft
  }

  /** @returns `move`: a whole move is on the board; `taken`: the key is part of a move */
  press({ key, altKey, ctrlKey, metaKey }: KeyboardEvent): 'move' | 'taken' | null {
    const draft = this.#draft()
    if (!draft.choices || draft.locked || altKey || ctrlKey || metaKey) return null
    if (key === 'Escape' && this.text !== '') return this.#begin('')
    if (key === 'Backspace' && this.text !== '') return this.#begin(this.text.slice(0, -1))
    if (!/^[a-jx0-9-]$/i.test(key)) return null
    // A finished move can go on: "d6" with "xa1".
    const before = this.text || (draft.move ?? '')
    const moves: readonly string[] = draft.choices.moves.map(({ move }) => move)
    const typed = [before + key.toLowerCase(), key.toLowerCase()].find((text) =>
      moves.some((move) => move.startsWith(text)),
    )
    if (typed === undefined) return null
    if (!moves.includes(typed)) return this.#begin(typed)
    this.text = ''
    draft.propose(typed)
    return 'move'
  }

  #begin(text: string): 'taken' {
    this.#draft().clear()
    this.text = text
    return 'taken'
  }
}
