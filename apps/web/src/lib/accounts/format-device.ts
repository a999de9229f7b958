import type { Session } from '@tegenzet/contract'
import { m } from '@tegenzet/texts/messages'

/** The browser and the system in words. */
export const formatDevice = ({ browser, system }: Pick<Session, 'browser' | 'system'>): string =>
  browser && system
    ? m.security_sessions_device({ browser, system })
    : (browser ?? system ?? m.security_sessions_unknown())
