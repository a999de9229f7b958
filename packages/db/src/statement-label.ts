const COMMENT = /^\s*\/\*\s*([\w -]+?)\s*\*\//
const FIRST_TABLE = /\b(insert into|update|delete from|from)\s+(?:"?\w+"?\.)?"?(\w+)/i
const VERBS: Record<string, string> = { 'insert into': 'insert', 'delete from': 'delete', from: 'select' }
const MAX_KNOWN = 2000
const known = new Map<string, string>()

/** Names a statement for metrics: the comment at its start, or else verb and first table, such as `update games`. */
export function statementLabel(sql: string): string {
  const label = known.get(sql) ?? labelOf(sql)
  if (known.size < MAX_KNOWN) known.set(sql, label)
  return label
}

function labelOf(sql: string): string {
  const comment = COMMENT.exec(sql)?.[1]
  if (comment) return comment
  const [, words, table] = FIRST_TABLE.exec(sql) ?? []
  if (!words) return (/\w+/.exec(sql)?.[0] ?? 'empty').toLowerCase()
  const verb = words.toLowerCase()
  return `${VERBS[verb] ?? verb} ${table}`
}
