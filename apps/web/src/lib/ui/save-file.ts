const KEPT_MS = 60_000

/** Lets the browser save data as a file. */
export function saveFile(data: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(data)
  link.download = name
  link.click()
  // not at once, because the browser may read it later
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
