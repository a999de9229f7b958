import { LIVE_PATH, LIVE_PROTOCOL, TOKEN_PROTOCOL_PREFIX } from '@tegenzet/contract/live-protocol'

/** The part of a WebSocket that the client uses. Browsers, Node (from 22 on) and the `ws` package provide it. */
export interface WebSocketLike {
  readonly readyState: number
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void
}

/** `WebSocketLike.readyState` of an open connection. */
export const OPEN = 1

export interface SocketOptions {
  /** The server's origin. Default in a browser: the page's own origin. */
  baseUrl?: string
  /** A token with the scope `game:read`. In a browser, the session cookie is used without it. */
  token?: string
  /** In a browser, without the session cookie: the socket sees what visitors see. */
  visitor?: boolean
  /** The `ws` package's class, where there is no global WebSocket (Node 20). */
  WebSocket?: new (
    url: string,
    protocols: string[],
  ) => WebSocketLike
}

interface BrowserGlobals {
  WebSocket?: SocketOptions['WebSocket']
  location?: { href: string }
  document?: EventTarget & { visibilityState: string }
  addEventListener?: EventTarget['addEventListener']
  removeEventListener?: EventTarget['removeEventListener']
}

/**
 * Returns a function that opens a socket to the live channel.
 * @throws Error if there is no WebSocket class, TypeError if there is no server URL
 */
export function socketFactory({
  baseUrl,
  token,
  visitor = false,
  WebSocket,
}: SocketOptions): (since?: string) => WebSocketLike {
  const { location, WebSocket: globalWebSocket } = globalThis as BrowserGlobals
  const Socket = WebSocket ?? globalWebSocket
  if (!Socket)
    throw new Error('no global WebSocket: pass the class of the `ws` package as option `WebSocket`')
  const url = new URL(LIVE_PATH, baseUrl ?? location?.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const protocols = token ? [LIVE_PROTOCOL, `${TOKEN_PROTOCOL_PREFIX}${token}`] : [LIVE_PROTOCOL]
  if (visitor) url.searchParams.set('as', 'visitor')
  return (since) => {
    if (since !== undefined) url.searchParams.set('since', since)
    else url.searchParams.delete('since')
    return new Socket(url.href, protocols)
  }
}

/** Calls `wake` when the browser comes online or the page becomes visible. @returns a function that stops it */
export function onWake(wake: () => void): () => void {
  const { document, addEventListener, removeEventListener } = globalThis as BrowserGlobals
  const wakeIfVisible = () => document?.visibilityState === 'visible' && wake()
  document?.addEventListener('visibilitychange', wakeIfVisible)
  addEventListener?.('online', wake)
  return () => {
    document?.removeEventListener('visibilitychange', wakeIfVisible)
    removeEventListener?.('online', wake)
  }
}
