let current = $state<string | undefined>()

/** The time zone that moments are shown in: the account's, else (undefined) this device's; reactive. */
export const getTimeZone = (): string | undefined => current

/** @param zone an IANA name */
export function setTimeZone(zone: string | undefined): void {
  current = zone
}

/** Where this device says it is, an IANA name. */
export const deviceTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone
