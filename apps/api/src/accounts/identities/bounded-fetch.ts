import type { CustomFetch } from 'openid-client'

/** An answer of a provider has some kilobytes. */
const MAX_BYTES = 1_000_000

/** The provider does not answer, or with an error of its own. */
class ProviderAway extends Error {}

/** `fetch`, which reads answers up to a size. openid-client gives it the time limit, which covers the reading too. */
export const boundedFetch: CustomFetch = async (url, options) => {
  try {
    const response = await fetch(url, options as RequestInit)
    if (response.status >= 500) throw new Error(`It answers ${response.status}.`)
    const body = await readBody(response)
    return new Response(body.byteLength > 0 ? body : null, response)
  } catch (cause) {
    throw new ProviderAway(`${new URL(url).origin} gives no answer that can be used.`, { cause })
  }
}

/** @throws if it is too large */
async function readBody({ body }: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    // leaving the loop cancels the rest
    if (bytes > MAX_BYTES) throw new Error(`Its answer has more than ${MAX_BYTES} bytes.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether openid-client failed because the provider is away. It wraps what `fetch` throws. */
export const isAway = (error: unknown): boolean =>
  error instanceof ProviderAway ||
  (error instanceof Error && error.cause !== undefined && isAway(error.cause))
