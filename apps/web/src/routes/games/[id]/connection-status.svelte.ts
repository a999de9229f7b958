import { live } from '$lib/api/live.svelte.ts'

/** A shorter interruption is not reported. */
const GRACE_MS = 2000

/** Whether the live connection is lost. */
export class ConnectionStatus {
  lost = $state(false)

  /** Follows the live connection; call it in an effect. @returns the clean-up */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    const endStatus = live().onStatus((status) => {
      clearTimeout(timer)
      if (status === 'open') this.lost = false
      else timer = setTimeout(() => (this.lost = true), GRACE_MS)
    })
    return () => {
      clearTimeout(timer)
      endStatus()
    }
  }
}
