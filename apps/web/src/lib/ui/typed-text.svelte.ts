/** What was typed while `sent` was being sent. */
export function withoutSent(text: string, sent: string): string {
  const begin = sent.trim()
  const rest = text.trimStart().slice(begin.length)
  // only between words: after "No" was sent, "Not now" is a new text
  return text.trimStart().startsWith(begin) && /^(\s|$)/.test(rest) ? rest.trimStart() : text
}

/** A text that somebody is typing. It stays on this device until it is sent, through reloads and lost connections. */
export class TypedText {
  readonly #key: string
  #value = $state('')

  /** @param about what it is about, for instance a message in a certain game */
  constructor(...about: readonly (string | number)[]) {
    this.#key = ['typed', ...about].join(' ')
    try {
      this.#value = localStorage.getItem(this.#key) ?? ''
    } catch {
      // Storage is blocked.
    }
  }

  get value(): string {
    return this.#value
  }

  set value(text: string) {
    this.#value = text
    try {
      if (text === '') localStorage.removeItem(this.#key)
      else localStorage.setItem(this.#key, text)
    } catch {
      // Without storage the text lasts until the page is closed.
    }
  }

  /** Removes what has been sent, and keeps what was typed meanwhile. */
  removeSent(sent: string): void {
    this.value = withoutSent(this.value, sent)
  }
}
