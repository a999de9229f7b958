/** The path to open after login, from `?next=`. The fallback replaces other hosts and the login pages themselves. */
export function nextPath(next: string | null, fallback = '/games'): string {
  if (!next?.startsWith('/')) return fallback
  const here = 'http://here.invalid'
  const url = URL.canParse(next, here) ? new URL(next, here) : null
  // Browsers read `//elsewhere`, `/\elsewhere` and `/..//elsewhere` as another host.
  if (url?.origin !== here || url.pathname.startsWith('//')) return fallback
  if (['/login', '/login/continue', '/register'].includes(url.pathname)) return fallback
  return url.pathname + url.search + url.hash
}

/**
 * The path of the login or registration page that returns to `url` afterwards. The login page keeps the fragment as its own,
 * because it may be a secret, which must not reach the server; that of the registration page is a site invitation.
 */
export const withNext = (path: '/login' | '/register', url: URL): string => {
  const isHere = ['/login', '/register'].includes(url.pathname)
  const next = isHere ? url.searchParams.get('next') : url.pathname + url.search
  const fragment = path === '/login' && !isHere ? url.hash : ''
  return next && next !== '/' ? `${path}?next=${encodeURIComponent(next)}${fragment}` : path
}
