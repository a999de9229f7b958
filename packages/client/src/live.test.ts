import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Game, LiveCommand, LiveMessage } from '@tegenzet/contract'
import { CLOSE_REVOKED } from '@tegenzet/contract/live-protocol'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { connectLive, type Live, type LiveOptions } from './index.ts'

const closing: (() => void)[] = []
const eventually = <T>(check: () => T) => vi.waitFor(check, { timeout: 30_000, interval: 10 })
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A server whose sockets the test controls. */
async function server({ answersPings = true } = {}) {
  const sockets: WebSocket[] = []
  const commands: LiveCommand[] = []
  const wss = new WebSocketServer({ port: 0, host: '127.0.0.1', handleProtocols: () => 'tegenzet.v1' })
  await new Promise((resolve) => wss.once('listening', resolve))
  const protocols: string[] = []
  const addresses: string[] = []
  wss.on('connection', (socket, request) => {
    protocols.push(request.headers['sec-websocket-protocol'] ?? '')
    sockets.push(socket)
    addresses.push(request.url ?? '')
    socket.on('message', (text) => {
      const command = JSON.parse(String(text)) as LiveCommand
      commands.push(command)
      if (command.type === 'ping' && answersPings) socket.send(JSON.stringify({ type: 'pong' }))
    })
  })
  closing.push(() => {
    for (const socket of sockets) socket.terminate()
    wss.close()
  })
  const sendMessage = (message: LiveMessage) => sockets.at(-1)?.send(JSON.stringify(message))
  return {
    sockets,
    commands,
    sendMessage,
    protocols,
    addresses,
    url: `http://127.0.0.1:${(wss.address() as AddressInfo).port}`,
  }
}

function live(baseUrl: string, options: LiveOptions = {}): Live {
  const connection = connectLive({ baseUrl, WebSocket, minBackoffMs: 20, ...options })
  closing.push(() => connection.close())
  return connection
}

const open = (channel: Live) => eventually(() => expect(channel.status).toBe('open'))
const game = (version: number, id = 7) => ({ id, version }) as Game
const opened = (channel: Live) => new Promise<void>((resolve) => channel.onOpen(resolve))

describe('watching a game', () => {
  test('delivers the current game, then each change, and never an older version', async () => {
    const { url, sendMessage, commands } = await server()
    const channel = live(url)
    const versions: number[] = []
    const seen: number[] = []
    channel.watch(7, ({ version }) => versions.push(version))
    channel.onEvent(({ id }) => seen.push(id))
    await open(channel)
    await eventually(() => expect(commands).toEqual([{ type: 'watch', game: 7 }]))
    sendMessage({ type: 'watching', game: game(3) })
    for (const [id, version] of [2, 4, 4, 3, 5].entries())
      sendMessage({ id: id + 1, type: 'game', game: game(version) })
    sendMessage({ id: 6, type: 'game', game: game(9, 8) })
    await eventually(() => expect(seen).toHaveLength(6))
    expect(versions).toEqual([3, 4, 5])
  })

  test('is reported when it opens for the first time', async () => {
    const { url } = await server()
    await expect(opened(live(url))).resolves.toBeUndefined()
  })

  test('goes on where a page was written, which is not reported until it reconnects', async () => {
    const { url, sockets, addresses } = await server()
    const channel = live(url, { since: '17' })
    let openings = 0
    channel.onOpen(() => openings++)
    await open(channel)
    expect([addresses, openings]).toEqual([['/api/v1/live?since=17'], 0])
    const again = opened(channel)
    sockets[0]?.terminate()
    await again
    expect([addresses[1], openings]).toEqual(['/api/v1/live', 1])
  })

  test('is resumed after a reconnection, which is reported', async () => {
    const { url, sockets, commands, sendMessage } = await server()
    const channel = live(url)
    const statuses: string[] = []
    const versions: number[] = []
    channel.onStatus((status) => statuses.push(status))
    channel.watch(7, ({ version }) => versions.push(version))
    const stop = channel.watch(8, () => {})
    await open(channel)
    await eventually(() => expect(commands).toHaveLength(2))
    stop()
    await eventually(() => expect(commands[2]).toEqual({ type: 'unwatch', game: 8 }))
    sendMessage({ type: 'watching', game: game(3) })
    await eventually(() => expect(versions).toEqual([3]))
    const again = opened(channel)
    sockets[0]?.terminate()
    await again
    await eventually(() => expect(commands.slice(3)).toEqual([{ type: 'watch', game: 7 }]))
    sendMessage({ type: 'watching', game: game(3) })
    sendMessage({ type: 'watching', game: game(4) })
    await eventually(() => expect(versions).toEqual([3, 4]))
    expect(statuses).toEqual(['connecting', 'open', 'connecting', 'open'])
  })

  test('ends on the server when the last of two listeners stops', async () => {
    const { url, commands } = await server()
    const channel = live(url)
    await open(channel)
    const stops = [channel.watch(7, () => {}), channel.watch(7, () => {})]
    stops[0]!()
    stops[0]!()
    channel.watch(9, () => {})
    await eventually(() => expect(commands.at(-1)).toEqual({ type: 'watch', game: 9 }))
    expect(commands.map(({ type }) => type)).toEqual(['watch', 'watch', 'watch'])
    stops[1]!()
    await eventually(() => expect(commands.at(-1)).toEqual({ type: 'unwatch', game: 7 }))
  })

  test('is tried again when the rate limit allows it', async () => {
    const { url, sendMessage, commands } = await server()
    const channel = live(url)
    channel.watch(7, () => {})
    await open(channel)
    await eventually(() => expect(commands).toHaveLength(1))
    const problem = { code: 'rate-limited' } as never
    sendMessage({ type: 'problem', problem, game: 7, retryAfter: 0 })
    await eventually(() => expect(commands).toEqual(Array(2).fill({ type: 'watch', game: 7 })))
  })

  test('tells the build of the server’s web client, again after a reconnection', async () => {
    const { url, sendMessage, sockets } = await server()
    const channel = live(url)
    const builds: string[] = []
    channel.onBuild((build) => builds.push(build))
    await open(channel)
    sendMessage({ type: 'welcome', build: '1' })
    await eventually(() => expect(builds).toEqual(['1']))
    const again = opened(channel)
    sockets[0]?.terminate()
    await again
    sendMessage({ type: 'welcome', build: '2' })
    await eventually(() => expect(builds).toEqual(['1', '2']))
  })

  test('reports a failed command', async () => {
    const { url, sendMessage } = await server()
    const channel = live(url)
    const codes: string[] = []
    channel.onProblem(({ code }) => codes.push(code))
    await open(channel)
    const problem = { type: '', title: '', status: 404, detail: '', code: 'not-found' } as const
    sendMessage({ type: 'problem', problem })
    await eventually(() => expect(codes).toEqual(['not-found']))
  })
})

describe('the connection', () => {
  test('sends the token as a subprotocol, never in the URL', async () => {
    const { url, protocols } = await server()
    await open(live(url, { token: 'tz_secret' }))
    expect(protocols).toEqual(['tegenzet.v1,tegenzet.token.tz_secret'])
  })

  test('is replaced when the server does not answer a ping', async () => {
    const { url, sockets } = await server({ answersPings: false })
    const channel = live(url, { idleTimeoutMs: 30, responseTimeoutMs: 200 })
    await open(channel)
    await opened(channel)
    expect(sockets.length).toBeGreaterThanOrEqual(2)
  })

  test('is kept while pings are answered', async () => {
    const { url, sockets, commands } = await server()
    const channel = live(url, { idleTimeoutMs: 20, responseTimeoutMs: 2000 })
    await open(channel)
    await eventually(() => expect(commands.length).toBeGreaterThan(3))
    expect(sockets).toHaveLength(1)
    expect(channel.status).toBe('open')
  })

  test('is retried until the server is up', async () => {
    const first = await server()
    const port = Number(new URL(first.url).port)
    for (const close of closing.splice(0)) close()
    const channel = live(first.url)
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(channel.status).toBe('connecting')
    const wss = new WebSocketServer({ port, host: '127.0.0.1' })
    closing.push(() => wss.close())
    await open(channel)
  })

  test('stays closed when its token was revoked', async () => {
    const { url, sockets } = await server()
    const channel = live(url, { token: 'tz_secret' })
    await open(channel)
    sockets[0]?.close(CLOSE_REVOKED, 'revoked')
    await eventually(() => expect(channel.status).toBe('closed'))
  })

  test('stays closed when its token was revoked while disconnected', async () => {
    // a WebSocket does not report why its handshake failed
    const http = createServer((_, response) => {
      const problem = { type: '', title: '', status: 401, detail: 'revoked', code: 'unauthenticated' }
      response.writeHead(401, { 'content-type': 'application/problem+json' }).end(JSON.stringify(problem))
    })
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
    closing.push(() => http.close())
    const channel = live(`http://127.0.0.1:${(http.address() as AddressInfo).port}`, { token: 'tz_secret' })
    const codes: string[] = []
    channel.onProblem(({ code }) => codes.push(code))
    await eventually(() => expect(channel.status).toBe('closed'))
    await eventually(() => expect(codes).toEqual(['unauthenticated']))
  })

  test('of an ended session is opened again without authentication', async () => {
    const { url, sockets } = await server()
    const channel = live(url)
    await open(channel)
    const again = opened(channel)
    sockets[0]?.close(CLOSE_REVOKED, 'revoked')
    await again
    expect(channel.status).toBe('open')
  })

  test('stays closed after `close`', async () => {
    const { url, sockets } = await server()
    const channel = live(url)
    await open(channel)
    channel.close()
    expect(channel.status).toBe('closed')
    await eventually(() => expect(sockets[0]?.readyState).toBe(WebSocket.CLOSED))
    await new Promise((resolve) => setTimeout(resolve, 60))
    expect(sockets).toHaveLength(1)
  })
})

test('in a browser, a lost connection is retried at once when the browser comes online', async () => {
  const { url, sockets } = await server()
  const browser = new EventTarget()
  vi.stubGlobal('addEventListener', browser.addEventListener.bind(browser))
  vi.stubGlobal('removeEventListener', browser.removeEventListener.bind(browser))
  closing.push(() => vi.unstubAllGlobals())
  const channel = live(url, { minBackoffMs: 60_000, maxBackoffMs: 60_000 })
  await open(channel)
  const again = opened(channel)
  sockets[0]?.terminate()
  await eventually(() => expect(channel.status).toBe('connecting'))
  browser.dispatchEvent(new Event('online'))
  await again
})
