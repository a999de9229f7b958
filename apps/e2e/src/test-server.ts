import { fileURLToPath } from 'node:url'
import { findWebClient } from '../../api/src/pages/web-client.ts'
import { type ServerOptions, startServer, type TestServer } from '../../api/test/server/harness.ts'

/** A test server in this process that serves the built client, for games whose moves are inserted into the database. */
export const startTestServer = (
  options: Pick<ServerOptions, 'env' | 'jobs' | 'now'> = {},
): Promise<TestServer> =>
  startServer({
    ...options,
    webClient: findWebClient(fileURLToPath(new URL('../../web/dist', import.meta.url)))!,
  })
