import { type LiveEvent, liveEventSchema } from '@tegenzet/contract'

export interface EventStream {
  status: number
  headers: Headers
  /** All events so far. @throws if a line does not match the contract */
  events(): LiveEvent[]
  /** All lines so far, including empty ones. */
  lines(): string[]
  /** How the stream ended: `end` by the server, `cut` otherwise. */
  closed: Promise<'end' | 'cut'>
  cut(): void
}

/** Opens an event stream. */
export async function openStream(
  url: string,
  { token, since }: { token: string; since?: number | undefined },
): Promise<EventStream> {
  const cutting = new AbortController()
  const query = since === undefined ? '' : `?since=${since}`
  const response = await fetch(`${url}/api/v1/account/events${query}`, {
    headers: { authorization: `Bearer ${token}` },
    signal: cutting.signal,
  })
  let text = ''
  const read = async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body!) text += decoder.decode(chunk, { stream: true })
  }
  // the last line is incomplete
  const lines = () => text.split('\n').slice(0, -1)
  return {
    status: response.status,
    headers: response.headers,
    lines,
    events: () => lines().flatMap((line) => (line ? [liveEventSchema.parse(JSON.parse(line))] : [])),
    closed: read().then(
      () => 'end',
      () => 'cut',
    ),
    cut: () => cutting.abort(),
  }
}
