import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * How the database behaves towards the server: as usual, frozen (takes connections, but does not answer), with every slot
 * taken (refuses new connections), or away.
 */
export type Behaviour = 'usual' | 'frozen' | 'full' | 'away'

/** A proxy in front of a Postgres server that can behave badly. */
export async function openDatabaseProxy(target: string) {
  let { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = 'usual'

  const server = createServer((client) => {
    sockets.add(client.on('error', () => {}).on('close', () => sockets.delete(client)))
    if (behaviour === 'away') return client.destroy()
    if (behaviour === 'full') return client.once('data', () => client.end(TOO_MANY_CLIENTS))
    const database = connect(Number(port), hostname)
    sockets.add(database.on('error', () => {}).on('close', () => sockets.delete(database)))
    client.on('data', (data) => behaviour !== 'frozen' && database.write(data))
    database.on('data', (data) => behaviour !== 'frozen' && client.write(data))
    client.on('close', () => database.destroy())
    database.on('close', () => client.destroy())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  const drop = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: Object.assign(new URL(target), {
      hostname: '127.0.0.1',
      port: `${(server.address() as AddressInfo).port}`,
    }).href,
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
      server.close()
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
