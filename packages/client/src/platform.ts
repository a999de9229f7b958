// Types of the platform, as `dom`, `@types/node` or another runtime declares them. A program that has none of these can
// use the published types too: it then gets the parts that the client uses.

interface SignalParts {
  readonly aborted: boolean
  readonly reason: unknown
}
interface HeadersParts {
  get(name: string): string | null
}

export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : SignalParts
export type PlatformHeaders = typeof globalThis extends { Headers: { prototype: infer T } } ? T : HeadersParts
export type Fetch = typeof globalThis extends { fetch: infer T }
  ? T
  : (
      url: string,
      init: { method: string; headers: Record<string, string>; body?: string },
    ) => Promise<unknown>
