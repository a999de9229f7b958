/**
 * Closes the notifications on this device whose reason has gone: the move was made or the news was read on another device.
 * @param current the pages that still wait for the reader or have unread news
 */
export async function closeOutdated(current: ReadonlySet<string>): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications?.()) ?? [])
    if (!current.has((notification.data as { url: string }).url)) notification.close()
}
