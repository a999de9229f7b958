import type { TestServer } from '../server/harness.ts'

/** A browser that follows redirects between this site and others, with cookies for each. */
export interface TravellingBrowser {
  /** The `Cookie` header for this site. */
  cookie(): string
  /** One request, without following its redirect. @returns where it leads, or the URL itself */
  step(url: string): Promise<{ status: number; to: URL }>
  /** Follows redirects until a page of this site, or an answer that is none. @returns all stops, the last one first */
  travel(path: string): Promise<URL[]>
  /** Forgets the cookies of another site. */
  leave(origin: string): void
  /** Keeps the cookies of a call's answer. */
  keep(headers: Headers): void
}

export function openTravellingBrowser({ url: listening, deps }: TestServer): TravellingBrowser {
  const { publicUrl } = deps.config
  const jars = new Map<string, Map<string, string>>()
  const jarOf = (origin: string) => {
    const jar = jars.get(origin) ?? new Map<string, string>()
    jars.set(origin, jar)
    return jar
  }
  const cookieFor = (origin: string) =>
    [...jarOf(origin)].map(([name, value]) => `${name}=${value}`).join('; ')
  function keep(origin: string, headers: Headers) {
    for (const cookie of headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      if (value === '' || /expires=Thu, 01 Jan 1970/i.test(cookie)) jarOf(origin).delete(name)
      else jarOf(origin).set(name, value)
    }
  }
  async function step(at: string) {
    const url = new URL(at, publicUrl)
    // the test server listens at another address than its public URL
    const response = await fetch(url.href.replace(publicUrl, listening), {
      redirect: 'manual',
      headers: { cookie: cookieFor(url.origin), 'sec-fetch-site': 'cross-site' },
    })
    await response.arrayBuffer()
    keep(url.origin, response.headers)
    return { status: response.status, to: new URL(response.headers.get('location') ?? url, url) }
  }
  return {
    cookie: () => cookieFor(publicUrl),
    keep: (headers) => keep(publicUrl, headers),
    leave: (origin) => void jars.delete(origin),
    step,
    async travel(path) {
      const stops = [new URL(path, publicUrl)]
      for (;;) {
        const [at] = stops as [URL]
        if (at.origin === publicUrl && !at.pathname.startsWith('/api/')) return stops
        const { status, to } = await step(at.href)
        if (status < 300 || status >= 400) throw new Error(`${at} answers ${status}`)
        stops.unshift(to)
      }
    },
  }
}
