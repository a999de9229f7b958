import type { Vacation, VacationBudget } from '@tegenzet/contract'
import { vacations } from '@tegenzet/pages/account'
import { api } from '$lib/api/api.ts'
import { Paged } from '$lib/api/paged.svelte.ts'

/** A player's vacation: the balance and the current, planned and past ones. */
export class Vacations {
  budget = $state.raw<VacationBudget | null>(null)
  underWay = $state.raw<Vacation | null>(null)
  planned = $state.raw<readonly Vacation[]>([])
  readonly past = new Paged<Vacation>(async (cursor) => {
    const page = await api.call(...vacations(cursor))
    this.budget = page.budget
    this.underWay = page.underWay
    this.planned = page.planned
    return page
  })

  /** Never throws: an error is in `past`. */
  load(): Promise<void> {
    return this.past.load()
  }

  /** Ends the current vacation or cancels a planned one. @throws ApiError `vacation-over` */
  async end({ id }: Vacation): Promise<void> {
    try {
      await api.call('endVacation', { params: { id } })
    } finally {
      await this.load()
    }
  }
}
