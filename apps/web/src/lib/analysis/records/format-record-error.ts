import type { RecordError, RecordErrorCode } from '@tegenzet/records'
import { m } from '@tegenzet/texts/messages'

const REASONS: Record<RecordErrorCode, () => string> = {
  'illegal-move': m.analysis_record_illegal_move,
  'unreadable-token': m.analysis_record_unreadable,
  'unclosed-comment': m.analysis_record_unclosed_comment,
  'unclosed-variation': m.analysis_record_unclosed_variation,
  'unknown-rules': m.analysis_record_unknown_rules,
  'malformed-position': m.analysis_malformed_position,
  'two-captures': m.analysis_record_two_captures,
  'too-large': m.analysis_record_too_large,
}

/** "Line 3, column 14: this move is not allowed." */
export const formatRecordError = ({ line, column, code }: RecordError): string =>
  m.analysis_record_error({ line, column, reason: REASONS[code]() })
