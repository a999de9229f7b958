let current = $state<string | undefined>()

/** The account's time zone; undefined means the device's. Reactive. */
export const getTimeZone = (): string | undefined => current

/** @param zone an IANA name */
export function setTimeZone(zone: string | undefined): void {
  current = zone
}

/** The device's time zone, an IANA name; undefined if it does not know it: some privacy settings say `Etc/Unknown`. */
export function knownTimeZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    return undefined
  }
}

/** The device's time zone, an IANA name. */
export const deviceTimeZone = (): string => knownTimeZone() ?? 'UTC'
