import { isRuleSetId } from '@tegenzet/rules'
import type { Page } from './call.ts'

export const rulesOfGame = { exists: ({ params }) => isRuleSetId(params.id ?? '') } satisfies Page
