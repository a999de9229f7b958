/** The path to open after login, from `?next=`. The fallback replaces other hosts and the login pages themselves. */
export function nextPath(next: string | null, fallback = '/games'): string {
  if (!next?.startsWith('/')) return fallback
  const here = 'http://here.invalid'
  const url = URL.canParse(next, here) ? new URL(next, here) : null
  // Browsers read `//elsewhere`, `/\elsewhere` and `/..//elsewhere` as another host.
  if (url?.origin !== here || url.pathname.startsWith('//')) return fallback
  if (['/login', '/register'].includes(url.pathname)) return fallback
  return url.pathname + url.search + url.hash
}

/** The path of the login or registration page that returns to `url` afterwards. */
export const withNext = (path: '/login' | '/register', url: URL): string => {
  const next = ['/login', '/register'].includes(url.pathname)
    ? url.searchParams.get('next')
    : url.pathname + url.search
  return next && next !== '/' ? `${path}?next=${encodeURIComponent(next)}` : path
}
