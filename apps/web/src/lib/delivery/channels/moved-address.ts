let moved = ''

/** Hands an address that was meant for a webhook over to the form of channels, on another page. */
export function moveAddress(url: string): void {
  moved = url
}

/** The address that was handed over, once; empty if there is none. */
export function takeMovedAddress(): string {
  const url = moved
  moved = ''
  return url
}
