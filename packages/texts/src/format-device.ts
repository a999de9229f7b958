import type { Session } from '@tegenzet/contract'
import * as m from '@tegenzet/texts/messages'
import type { Locale } from '@tegenzet/texts/runtime'

/** The browser and the system in words. @param options by default the reader's own language, in the web client */
export const formatDevice = (
  { browser, system }: Pick<Session, 'browser' | 'system'>,
  options: { locale?: Locale } = {},
): string =>
  browser && system
    ? m.security_sessions_device({ browser, system }, options)
    : (browser ?? system ?? m.security_sessions_unknown({}, options))
