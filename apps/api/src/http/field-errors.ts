import type { Problem } from '@tegenzet/contract'
import { z } from 'zod'

const MISSING = 'is missing'

/** zod's own message for a missing field names the expected type, as if the value were wrong. */
z.config({
  customError: (issue) => {
    const { discriminator, input } = issue as { discriminator?: string; input?: unknown }
    const value = discriminator === undefined ? input : (input as Record<string, unknown>)?.[discriminator]
    return value === undefined ? MISSING : undefined
  },
})

interface Issue {
  path: readonly PropertyKey[]
  message: string
  /** The issues of each alternative of a union. Their paths begin at the union. */
  errors?: readonly (readonly Issue[])[]
}

/** The fields that failed, each with its path. @param part `body`, `querystring` or `params` */
export const fieldErrors = (part: string, issues: readonly Issue[]): NonNullable<Problem['errors']> =>
  issues.flatMap(closestAlternative).map(({ path, message }) => ({
    path: ['', part, ...path].join('/'),
    message,
  }))

/** The issues of the alternative that was probably meant, because the least is wrong with it; otherwise the issue itself. */
function closestAlternative(issue: Issue): Issue[] {
  const ranked = (issue.errors ?? [])
    .map((errors) => errors.flatMap(closestAlternative))
    .map((errors) => ({ errors, wrong: errors.filter(({ message }) => message !== MISSING).length }))
    .sort((a, b) => a.wrong - b.wrong || a.errors.length - b.errors.length)
  const [best, next] = ranked
  if (!best || (next && next.wrong === best.wrong && next.errors.length === best.errors.length))
    return [issue]
  return best.errors.map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
}
