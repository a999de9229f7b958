import { createSubscriber } from 'svelte/reactivity'

const INTERVAL_MS = 10_000

const subscribe = createSubscriber((update) => {
  const timer = setInterval(update, INTERVAL_MS)
  document.addEventListener('visibilitychange', update)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', update)
  }
})

/** The time in milliseconds. Components and effects that read it update every ten seconds. */
export function now(): number {
  subscribe()
  return Date.now()
}
