import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * How the server behaves towards its clients: as usual, frozen (takes connections, but does not answer), full (refuses new
 * connections as Postgres does when every slot is taken), or away.
 */
type Behaviour = 'usual' | 'frozen' | 'full' | 'away'

/** A proxy in front of a server that can behave badly. */
export async function openProxy(target: string) {
  let { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = 'usual'
  let opened = 0

  const listener = createServer((client) => {
    opened++
    sockets.add(client.on('error', () => {}).on('close', () => sockets.delete(client)))
    if (behaviour === 'away') return client.destroy()
    if (behaviour === 'full') return client.once('data', () => client.end(TOO_MANY_CLIENTS))
    const server = connect(Number(port), hostname)
    sockets.add(server.on('error', () => {}).on('close', () => sockets.delete(server)))
    client.on('data', (data) => behaviour !== 'frozen' && server.write(data))
    server.on('data', (data) => behaviour !== 'frozen' && client.write(data))
    client.on('close', () => server.destroy())
    server.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')

  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: Object.assign(new URL(target), {
      hostname: '127.0.0.1',
      port: `${(listener.address() as AddressInfo).port}`,
    }).href,
    /** How many connections have been opened. */
    get opened() {
      return opened
    },
    behave(next: Behaviour) {
      behaviour = next
      if (next === 'away') drop()
    },
    /** Leads to another server from now on, as an address that it has taken over does. */
    leadTo(next: string) {
      ;({ hostname, port } = new URL(next))
      drop()
    },
    close() {
      listener.close()
      drop()
    },
  }
}

/** Postgres's answer when `max_connections` is reached. */
const TOO_MANY_CLIENTS = (() => {
  const fields = Buffer.from('SFATAL\0VFATAL\0C53300\0Msorry, too many clients already\0\0')
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
})()
