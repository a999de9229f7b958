import type { Config } from '../config/config.ts'
import { redisTransport } from '../delivery/live/redis-transport.ts'
import { type Finding, good, problem } from './finding.ts'

/** Publishes and subscribes as the server does, on a channel of its own. */
export async function checkBus({ busUrl }: Config): Promise<Finding[]> {
  if (!busUrl) return []
  const transport = redisTransport(busUrl, 'tegenzet:doctor')
  try {
    const { stop } = await transport.listen(
      () => {},
      () => {},
    )
    await transport.send('')
    stop()
    return [good('bus', 'Redis takes and delivers messages')]
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    return [problem('bus', `Redis cannot be used (${message || code}): start it, or fix BUS_URL.`)]
  } finally {
    await transport.close()
  }
}
