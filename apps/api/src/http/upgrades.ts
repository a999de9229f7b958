import { IncomingMessage } from 'node:http'

/**
 * A request class for Node's HTTP server that treats only WebSocket handshakes at one path as upgrades. Node would pass
 * every request with an `Upgrade` header to the WebSocket server, and Java's HTTP client sends one with its first request
 * (`h2c`). A server may ignore the header (RFC 9110, 7.8). Node 20 lacks `shouldUpgradeCallback`, which does this.
 */
export const requestUpgradedAt = (path: string): typeof IncomingMessage =>
  class extends IncomingMessage {
    declare asksForUpgrade: unknown

    // called by the constructor of IncomingMessage, before a private field would exist
    set upgrade(asked: unknown) {
      this.asksForUpgrade = asked
    }

    get upgrade(): unknown {
      return this.asksForUpgrade && (this.method === 'CONNECT' || isHandshake(this, path))
    }
  }

const isHandshake = ({ headers, url }: IncomingMessage, path: string): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?', 1)[0] === path
