import { closedName, type Erased } from './close-account.ts'

interface Subject extends Erased {
  /** The person's side in the games that events name by ID. */
  sides: ReadonlyMap<number, 'white' | 'black'>
}

type Fields = Record<string, unknown>

/** An event's payload without a person's name and words. @param type the event's */
export function withoutPerson(type: string, payload: unknown, subject: Subject): unknown {
  const renamed = withoutName(payload, subject) as Fields
  const { playerId, username, sides } = subject
  const isSubject = (player: unknown) => (player as Fields | null)?.id === playerId
  const isBySubject = typeof renamed.game === 'number' && sides.get(renamed.game) === renamed.by
  switch (type) {
    case 'message':
      return isBySubject ? { ...renamed, text: '' } : renamed
    case 'claim':
      return isBySubject ? { ...renamed, text: null } : renamed
    case 'challenge': {
      if (isSubject(renamed.challenger)) return { ...renamed, message: null }
      const { declineReason, ...rest } = renamed
      return isSubject(renamed.opponent) ? rest : renamed
    }
    case 'report': {
      if (isSubject(renamed.by)) return { ...renamed, text: '' }
      if (!isSubject(renamed.player)) return renamed
      const { about, club, match, ...rest } = renamed
      return { ...rest, game: null, message: null, challenge: null, analysis: null }
    }
    case 'tournament':
      if (isSubject(renamed.organiser))
        return { ...renamed, description: '', ...(renamed.change === 'announced' && { reason: null }) }
      // why the person was removed
      return isSubject(renamed.user) ? { ...renamed, reason: null } : renamed
    case 'club':
      // what the person announced, and why the person removed somebody or was removed
      return isSubject(renamed.by) || isSubject(renamed.user) ? { ...renamed, text: null } : renamed
    case 'appeal':
      return isSubject(renamed.by) ? { ...renamed, text: '' } : renamed
    case 'notice': {
      const given = renamed.params as Fields
      const params = withoutOwnText(renamed.kind, given, username)
      const { reason, ...rest } = params
      const isOwnReason = renamed.kind === 'challenge-declined' && params.by === username
      return {
        ...renamed,
        params: replaceNamesInParams(isOwnReason ? rest : params, username, closedName(subject)),
      }
    }
    default:
      return renamed
  }
}

/** The parameters of a notification without what the person has written. */
function withoutOwnText(kind: unknown, params: Fields, username: string): Fields {
  if (params.by !== username) return params
  if (kind === 'tournament') return { ...params, reason: null }
  return kind === 'club' ? { ...params, text: null } : params
}

/** Replaces the name in every `Player`, however deep it is. */
function withoutName(value: unknown, subject: Erased): unknown {
  if (Array.isArray(value)) return value.map((each) => withoutName(each, subject))
  if (typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([key, each]) => [key, withoutName(each, subject)])
  const copy = Object.fromEntries(fields) as Fields
  return copy.id === subject.playerId && typeof copy.username === 'string'
    ? { ...copy, username: closedName(subject), kind: 'closed' }
    : copy
}

const replaceNamesInParams = (params: Fields, from: string, to: string): Fields => ({
  ...params,
  ...(params.by === from && { by: to }),
  ...(params.player === from && { player: to }),
  ...(params.opponent === from && { opponent: to }),
})
