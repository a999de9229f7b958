import { MAX_COUNTED } from '@tegenzet/pages/every-page'
import { rememberSession } from '$lib/api/expected-session.ts'
import { isOffline } from '$lib/api/offline.svelte.ts'
import { session } from '$lib/api/session.svelte.ts'
import { inbox } from '$lib/delivery/notifications/inbox.svelte.ts'
import { notificationHref } from '$lib/delivery/notifications/notification-href.ts'
import { closeOutdated } from '$lib/delivery/push/close-outdated.ts'
import { appealQueue } from '$lib/moderation/appeal-queue.svelte.ts'
import { reportQueue } from '$lib/moderation/reports/report-queue.svelte.ts'
import { hasRole } from '$lib/moderation/roles.ts'
import { claimQueue } from '$lib/play/draws/claim-queue.svelte.ts'
import { unsentMoves } from '$lib/play/game/unsent-moves.svelte.ts'
import { waiting } from '$lib/play/games/waiting-games.svelte.ts'
import { whenever } from './whenever.svelte.ts'

/** Finds out who is logged in, and keeps up to date what every page shows of the account. Call it while the layout is set up. */
export function followAccount(): void {
  session.load()
  // After a failure it tries again, after a while or as soon as the browser is online.
  whenever(() => session.failure || isOffline(), retryToLoad)
  const known = $derived(session.loaded && !session.failure)
  $effect(() => {
    if (known) rememberSession(session.account !== null)
  })
  whenever(
    () => session.account?.id,
    (reader) => waiting.follow(reader),
  )
  whenever(
    () => unsentMoves.count > 0,
    () => unsentMoves.follow(),
  )
  whenever(
    () => known && session.account === null,
    () => unsentMoves.askToLogIn(),
  )
  whenever(
    () => hasRole(session.account, 'arbiter'),
    () => claimQueue.follow(),
  )
  for (const queue of [reportQueue, appealQueue])
    whenever(
      () => hasRole(session.account, 'moderator'),
      () => queue.follow(),
    )
  // The number on the icon of the installed app.
  $effect(() => {
    if (waiting.loaded) navigator.setAppBadge?.(waiting.games.length).catch(() => {})
  })
  $effect(closeDone)
}

function retryToLoad(): () => void {
  const retry = () => session.load()
  const timer = setInterval(retry, 10_000)
  window.addEventListener('online', retry)
  return () => {
    clearInterval(timer)
    window.removeEventListener('online', retry)
  }
}

/** Closes the pushes about moves that were made on another device, and about what was read there. */
function closeDone(): void {
  if (!waiting.loaded || inbox.list.state !== 'ready') return
  const unread = inbox.list.items.filter(({ readAt }) => readAt === null)
  // older ones may be among the notifications that are not loaded
  if (unread.length < inbox.unread || waiting.games.length >= MAX_COUNTED) return
  closeOutdated(new Set([...waiting.games.map(({ id }) => `/games/${id}`), ...unread.map(notificationHref)]))
}
