import type { Writable } from 'node:stream'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { reachableUrls } from '../config/reachable-urls.ts'

interface Started {
  config: Pick<Config, 'host' | 'port' | 'publicUrl' | 'databaseUrl' | 'dataDir'>
  /** The port it listens on. */
  port: number
  log: Logger
}

/** Says that the server is ready: in plain lines to a person at a terminal, otherwise in the log. */
export function announceStart(
  { config, port, log }: Started,
  output: Writable & { isTTY?: boolean } = process.stdout,
): void {
  const lines = startLines(config, port)
  if (!output.isTTY) for (const line of lines) log.info(line)
  else if (log.isLevelEnabled('info')) output.write(`\n${lines.join('\n')}\n\n`)
}

function startLines(
  { host, port, publicUrl, databaseUrl, dataDir }: Started['config'],
  listeningPort: number,
) {
  const address = port === 0 ? publicUrl.replace(/:0$/, `:${listeningPort}`) : publicUrl
  const others = reachableUrls(host, listeningPort).filter((url) => url !== address)
  const lines = [`Tegenzet is at ${address}`]
  if (others.length > 0) lines.push(`It listens at ${others.join(', ')}`)
  if (!databaseUrl)
    lines.push(`Data is in ${dataDir}. All that is confirmed is on the disk: a power cut costs nothing.`)
  return lines
}
