import type { Config } from '../config/config.ts'
import { type Finding, good, skipped } from './finding.ts'

/** Browsers subscribe to notifications, and open a site offline, only over TLS or on their own machine. */
export function checkPush({ publicUrl }: Pick<Config, 'publicUrl'>): Finding {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    ? good('push', 'browsers can subscribe to notifications')
    : skipped('push', `browsers take no notifications from ${publicUrl}: use an https address.`)
}
