import { pushSubscriptions } from '@tegenzet/pages/account'
import { api } from '$lib/api/api.ts'

/** Whether this browser can show notifications while the site is closed. */
export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

/** The address of this browser at its push service; null if it has none. */
async function ownEndpoint(): Promise<string | null> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return (await registration?.pushManager?.getSubscription())?.endpoint ?? null
}

/**
 * Asks the player's permission and subscribes this browser. Call it on a click.
 * @returns whether the player allows it
 */
export async function startPush(): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  const [{ publicKey }, { pushManager }] = await Promise.all([
    api.call(...pushSubscriptions()),
    navigator.serviceWorker.ready,
  ])
  // one from before may have been made with another key
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  const { keys } = subscription.toJSON()
  const { p256dh, auth } = keys as { p256dh: string; auth: string }
  await api.call('addPushSubscription', { body: { endpoint: subscription.endpoint, keys: { p256dh, auth } } })
  return true
}

/** Stops notifications in one of the player's browsers. */
export async function stopPush(endpoint: string): Promise<void> {
  await api.call('removePushSubscription', { body: { endpoint } })
  if (endpoint !== (await ownEndpoint())) return
  const { pushManager } = await navigator.serviceWorker.ready
  await (await pushManager.getSubscription())?.unsubscribe()
}
