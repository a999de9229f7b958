import type { Appeal } from '@tegenzet/contract'
import { ownAppeals } from '@tegenzet/pages/account'
import { api } from '$lib/api/api.ts'
import { Paged } from '$lib/api/paged.svelte.ts'

/** The user's appeals, to show them with the decisions that they are against. */
export class OwnAppeals {
  #list = new Paged((cursor) => api.call(...ownAppeals(cursor)))

  load(): Promise<void> {
    return this.#list.load()
  }

  get loaded(): boolean {
    return this.#list.state === 'ready'
  }

  /** Why they could not be loaded; null if they have been. */
  get error(): unknown {
    return this.#list.state === 'failed' ? this.#list.error : null
  }

  againstReport(id: number): Appeal | undefined {
    return this.#list.items.find(({ report }) => report === id)
  }
}
