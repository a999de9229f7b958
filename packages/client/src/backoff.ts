/** A pause that doubles with each attempt from `first` up to `longest` milliseconds, of which chance takes up to half. */
export function backOff(attempt: number, first: number, longest: number, random = Math.random): number {
  const whole = Math.min(longest, first * 2 ** attempt)
  return whole * (1 - random() / 2)
}

/** Waits. @throws the signal's reason, at once when it is aborted */
export function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
