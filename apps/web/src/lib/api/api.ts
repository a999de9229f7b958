import { createClient, type InputArguments, type Item, type PagedId } from '@tegenzet/client'

/** The server this page came from, as the person logged in by its cookie. */
export const api = createClient()

/** All items of a list, page after page. */
export async function everything<Id extends PagedId>(
  id: Id,
  ...input: InputArguments<Id>
): Promise<Item<Id>[]> {
  const items: Item<Id>[] = []
  for await (const page of api.pages(id, ...input)) items.push(...page)
  return items
}
