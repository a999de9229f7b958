import { createSubscriber } from 'svelte/reactivity'

const EVERY = 10_000

const follow = createSubscriber((update) => {
  const timer = setInterval(update, EVERY)
  document.addEventListener('visibilitychange', update)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', update)
  }
})

/** The time, in milliseconds; what reads it in a component or an effect is updated every ten seconds. */
export function now(): number {
  follow()
  return Date.now()
}
