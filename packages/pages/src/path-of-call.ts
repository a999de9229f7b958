import { callPath } from '@tegenzet/contract/call-path'
import { OPERATIONS } from '@tegenzet/contract/operations'
import type { Call } from './call.ts'

/** The address of a call. */
export const pathOfCall = ([id, input]: Call): string => callPath(OPERATIONS[id].path, input)
