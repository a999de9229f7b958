const BATCH = 1000

/**
 * Deletes rows until none are left, a batch at a time: one long transaction would hold up everybody else.
 * @param deleteUpTo deletes at most so many rows and returns how many it deleted
 * @returns how many were deleted
 */
export async function deleteInBatches(deleteUpTo: (limit: number) => Promise<number>): Promise<number> {
  let deleted = 0
  for (;;) {
    const count = await deleteUpTo(BATCH)
    deleted += count
    if (count < BATCH) return deleted
  }
}
