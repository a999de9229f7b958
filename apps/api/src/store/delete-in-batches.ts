const BATCH = 1000

/**
 * Deletes rows in batches, because one long statement would hold up other queries.
 * @param deleteUpTo deletes up to `limit` rows and returns how many it deleted
 * @returns how many rows were deleted
 */
export async function deleteInBatches(deleteUpTo: (limit: number) => Promise<number>): Promise<number> {
  let deleted = 0
  for (;;) {
    const count = await deleteUpTo(BATCH)
    deleted += count
    if (count < BATCH) return deleted
  }
}
