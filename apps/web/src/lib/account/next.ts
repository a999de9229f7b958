/**
 * Where to go on after logging in: a path of this site, as `?next=` names it. Anything that would lead elsewhere,
 * or back to logging in, becomes the fallback.
 */
export function nextPath(next: string | null, fallback = '/games'): string {
  if (!next?.startsWith('/')) return fallback
  const here = 'http://here.invalid'
  const url = URL.canParse(next, here) ? new URL(next, here) : null
  // `//elsewhere`, `/\elsewhere` and `/..//elsewhere` are read by browsers as another host.
  if (url?.origin !== here || url.pathname.startsWith('//')) return fallback
  if (['/login', '/register'].includes(url.pathname)) return fallback
  return url.pathname + url.search + url.hash
}

/** Another page's path that carries on to `url` afterwards: from there people come back to where they were. */
export const withNext = (path: '/login' | '/register', url: URL): string => {
  const next = ['/login', '/register'].includes(url.pathname)
    ? url.searchParams.get('next')
    : url.pathname + url.search
  return next && next !== '/' ? `${path}?next=${encodeURIComponent(next)}` : path
}
