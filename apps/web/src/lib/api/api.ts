import { createClient, type InputArguments, type Item, type PagedId } from '@tegenzet/client'
import { fetchWithEmbedded } from './embedded-answers.ts'
import { withKeptAnswers } from './kept-answers.ts'

/** The server of this page, authenticated by the session's cookie. */
export const api = createClient({ fetch: withKeptAnswers(fetchWithEmbedded) })

/** Loads all pages of a list. */
export async function loadAll<Id extends PagedId>(id: Id, ...input: InputArguments<Id>): Promise<Item<Id>[]> {
  const items: Item<Id>[] = []
  for await (const page of api.pages(id, ...input)) items.push(...page)
  return items
}
