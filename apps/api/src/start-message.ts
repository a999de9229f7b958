import type { Config } from './config.ts'
import { reachableUrls } from './reachable-urls.ts'

/** What the server prints when it is ready. */
export function startMessage(
  {
    host,
    port,
    publicUrl,
    databaseUrl,
    dataDir,
  }: Pick<Config, 'host' | 'port' | 'publicUrl' | 'databaseUrl' | 'dataDir'>,
  listeningPort: number,
): string {
  const address = port === 0 ? publicUrl.replace(/:0$/, `:${listeningPort}`) : publicUrl
  const others = reachableUrls(host, listeningPort).filter((url) => url !== address)
  const lines = [`Tegenzet is at ${address}`]
  if (others.length > 0) lines.push(`It listens at ${others.join(', ')}`)
  if (!databaseUrl)
    lines.push(
      `Data is in ${dataDir}. A power cut may cost this embedded database the last seconds; a Postgres server does not have this limit.`,
    )
  return `\n${lines.join('\n')}\n\n`
}
