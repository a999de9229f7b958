import { vi } from 'vitest'

// Test files share a worker and its DOM, but not their modules, because some replace modules.
vi.resetModules()

if (typeof window !== 'undefined') {
  const { configure } = await import('@testing-library/svelte')
  // `findBy…` and `waitFor`: generous, because a loaded machine is slow
  configure({ asyncUtilTimeout: 30_000 })

  // Browser features that the client uses and jsdom lacks: layout, media queries and the Web Animations API.
  Element.prototype.checkVisibility ??= function () {
    return this.isConnected
  }
  window.matchMedia ??= (query: string) =>
    Object.assign(new EventTarget(), {
      media: query,
      matches: false,
      onchange: null,
      addListener: () => {},
      removeListener: () => {},
    })
  Element.prototype.animate ??= () => {
    const animation = { cancel: () => {}, finished: Promise.resolve(), onfinish: null as (() => void) | null }
    queueMicrotask(() => animation.onfinish?.())
    return animation as unknown as Animation
  }
}
