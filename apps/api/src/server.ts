import { explainFailure } from './config/explain-failure.ts'
import { announceStart } from './start/announce-start.ts'
import { startServer } from './start/start-server.ts'
import { stopOnSignal } from './start/stop-on-signal.ts'

try {
  const server = await startServer(process.env)
  stopOnSignal(server.log, server.stop, server.config.shutdownSeconds)
  // last, because the reader of these lines may send a signal at once
  announceStart(server)
} catch (error) {
  console.error(explainFailure(error))
  process.exit(1)
}
