import { m } from '@tegenzet/texts/messages'
import { TREE_LIMITS } from '@tegenzet/trees'
import type { Full } from './tree-limits.ts'

const TEXTS: Record<Full, () => string> = {
  'too-many-nodes': () => m.analysis_full_nodes({ count: TREE_LIMITS.nodes }),
  'too-deep': m.analysis_full_deep,
  'too-large': m.analysis_full_large,
}

/** Why an analysis takes nothing more, as a sentence. */
export const formatFull = (full: Full): string => TEXTS[full]()
