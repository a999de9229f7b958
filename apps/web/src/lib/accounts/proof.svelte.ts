import { ApiError } from '@tegenzet/client'

/** Asks for the password when the server wants a recent proof of identity. `ProofDialog` shows the question. */
class Proof {
  isAsked = $state(false)
  #answer: ((proved: boolean) => void) | null = null

  /** Runs a sensitive change, and runs it again once the user has proved who they are. @throws what the change throws */
  async run<T>(change: () => Promise<T>): Promise<T> {
    try {
      return await change()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'proof-needed')) throw error
      if (!(await this.#ask())) throw error
      return change()
    }
  }

  /** Closes the question. */
  answer(proved: boolean): void {
    this.isAsked = false
    this.#answer?.(proved)
    this.#answer = null
  }

  #ask(): Promise<boolean> {
    this.isAsked = true
    return new Promise((resolve) => {
      this.#answer = resolve
    })
  }
}

export const proof = new Proof()
