import { ApiError } from '@tegenzet/client'
import type { Problem } from '@tegenzet/contract'
import { saveFile } from '$lib/ui/save-file.ts'

/**
 * Downloads a file of the server. Unlike a link, it tells why the server refuses.
 * @throws ApiError if the server refuses
 */
export async function downloadFile(path: string): Promise<void> {
  const response = await fetch(path)
  if (!response.ok) throw new ApiError((await response.json()) as Problem)
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1]
  saveFile(await response.blob(), name ?? '')
}
