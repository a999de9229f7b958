let current = $state<string | undefined>()

/** The account's time zone; undefined means the device's. Reactive. */
export const getTimeZone = (): string | undefined => current

/** @param zone an IANA name */
export function setTimeZone(zone: string | undefined): void {
  current = zone
}

/** The device's time zone, an IANA name. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
