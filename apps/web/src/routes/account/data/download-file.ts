import { ApiError } from '@tegenzet/client'
import type { Problem } from '@tegenzet/contract'

const KEPT_MS = 60_000

/**
 * Downloads a file of the server. Unlike a link, it tells why the server refuses.
 * @throws ApiError if the server refuses
 */
export async function downloadFile(path: string): Promise<void> {
  const response = await fetch(path)
  if (!response.ok) throw new ApiError((await response.json()) as Problem)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = name ?? ''
  link.click()
  // not at once, because the browser may read it later
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS)
}
