interface Page<T> {
  items: T[]
  nextCursor: string | null
}

/** Pages that are read at most. */
const MAX_PAGES = 3

/**
 * Reads on until a page is full, for calls whose filters leave fewer items than they were asked for on a page. What is found
 * seldom may still take another page.
 */
export async function fillPage<T>(
  fetch: (cursor?: string) => Promise<Page<T>>,
  { cursor, size }: { cursor?: string | undefined; size: number },
): Promise<Page<T>> {
  let page = await fetch(cursor)
  for (let read = 1; page.items.length < size && page.nextCursor !== null && read < MAX_PAGES; read++) {
    const next = await fetch(page.nextCursor)
    page = { ...next, items: [...page.items, ...next.items] }
  }
  return page
}
