import { LIVE_PATH, LIVE_PROTOCOL, TOKEN_PROTOCOL_PREFIX } from '@tegenzet/contract/operations'

/** What is used of a WebSocket: a browser's, Node's (from 22 on) and the `ws` package's all fit. */
export interface WebSocketLike {
  readonly readyState: number
  send(text: string): void
  close(code?: number, reason?: string): void
  addEventListener(type: 'open' | 'error', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  addEventListener(type: 'close', listener: (event: { code: number }) => void): void
}

/** `WebSocketLike.readyState` while the connection stands. */
export const OPEN = 1

export interface SocketOptions {
  /** The server's origin. In a browser left out: the page's own. */
  baseUrl?: string
  /** A personal token with the scope `game:read`. In a browser left out: the session cookie goes along by itself. */
  token?: string
  /** Where there is no global one (Node 20): the `ws` package's. */
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

/** What makes a socket to the live channel. @throws where there is no WebSocket, or no address */
export function socketMaker({ baseUrl, token, WebSocket }: SocketOptions): () => WebSocketLike {
  const { location, WebSocket: global } = globalThis as BrowserGlobals
  const Maker = WebSocket ?? global
  if (!Maker) throw new Error('no global WebSocket here: pass the `ws` package’s as the option `WebSocket`')
  const url = new URL(LIVE_PATH, baseUrl ?? location?.href)
  url.protocol = url.protocol.replace('http', 'ws')
  const protocols = token ? [LIVE_PROTOCOL, `${TOKEN_PROTOCOL_PREFIX}${token}`] : [LIVE_PROTOCOL]
  return () => new Maker(url.href, protocols)
}

/** In a browser: when it comes online or the page is looked at again. @returns what ends it */
export function onWake(wake: () => void): () => void {
  const { document, addEventListener, removeEventListener } = globalThis as BrowserGlobals
  const seen = () => document?.visibilityState === 'visible' && wake()
  document?.addEventListener('visibilitychange', seen)
  addEventListener?.('online', wake)
  return () => {
    document?.removeEventListener('visibilitychange', seen)
    removeEventListener?.('online', wake)
  }
}
