import { IncomingMessage } from 'node:http'

/**
 * The class of a server's requests on which only WebSocket handshakes at one path count as upgrades. Node would hand
 * every request with an `Upgrade` header to the WebSocket server, but Java's HTTP client offers HTTP/2 with its first
 * request; a server may ignore the header (RFC 9110, 7.8). `shouldUpgradeCallback` does the same from Node 24.9 on.
 */
export const requestUpgradedAt = (path: string): typeof IncomingMessage =>
  class extends IncomingMessage {
    declare asksForUpgrade: unknown

    // called by the constructor of IncomingMessage, before fields of this class exist
    set upgrade(asked: unknown) {
      this.asksForUpgrade = asked
    }

    get upgrade(): unknown {
      return this.asksForUpgrade && (this.method === 'CONNECT' || isHandshake(this, path))
    }
  }

const isHandshake = ({ headers, url }: IncomingMessage, path: string): boolean =>
  headers.upgrade?.toLowerCase() === 'websocket' && url?.split('?', 1)[0] === path
