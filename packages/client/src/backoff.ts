/** An exponential backoff with jitter: half to all of `minMs * 2 ** attempt`, capped at `maxMs`. */
export function backoffDelay(attempt: number, minMs: number, maxMs: number, random = Math.random): number {
  const delay = Math.min(maxMs, minMs * 2 ** attempt)
  return delay * (1 - random() / 2)
}

/** Waits. @throws the signal's reason as soon as it is aborted */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', abort, { once: true })
  })
}
