let offline = $state(false)

/** Whether the server could not be reached at the last attempt. Reactive. */
export const isOffline = (): boolean => offline

export function setOffline(value: boolean): void {
  offline = value
}
