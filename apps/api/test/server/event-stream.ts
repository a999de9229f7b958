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

interface StreamTarget {
  /** Without it, the stream must be public. */
  token?: string
  since?: number | undefined
  moves?: boolean
  /** Default: the player's own stream. */
  game?: number
  headers?: Record<string, string>
}

/** Opens an event stream. */
export async function openStream(
  url: string,
  { token, since, moves, game, headers }: StreamTarget,
): Promise<EventStream> {
  const cutting = new AbortController()
  const query = new URLSearchParams({
    ...(since !== undefined && { since: `${since}` }),
    ...(moves && { moves: 'true' }),
  })
  const path = game === undefined ? 'account/events' : `games/${game}/events`
  const response = await fetch(`${url}/api/v1/${path}?${query}`, {
    headers: { ...headers, ...(token && { authorization: `Bearer ${token}` }) },
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
