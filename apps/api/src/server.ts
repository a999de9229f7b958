import { explainFailure } from './explain-failure.ts'
import { startMessage } from './start-message.ts'
import { startServer } from './start-server.ts'
import { stopOnSignal } from './stop-on-signal.ts'

try {
  const { config, log, port, stop } = await startServer(process.env)
  stopOnSignal(log, stop, config.shutdownSeconds)
  // last, because the reader of these lines may send a signal at once
  process.stdout.write(startMessage(config, port))
} catch (error) {
  console.error(explainFailure(error))
  process.exit(1)
}
