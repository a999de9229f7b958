import { DatabaseUnavailable } from '@tegenzet/db'

/** Waits for work on the database. @throws DatabaseUnavailable if it takes longer */
export async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DatabaseUnavailable('timeout', new Error(`no response in ${timeoutMs} ms`))),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}
