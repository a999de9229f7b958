import type { Plugin } from 'vite'
import { readFacade } from './facades.js'

/** The modules that parts of the client start from. */
const ROOTS = {
  core: /\/runtime\/client\/entry\.js$|\/client-optimized\/(app|nodes\/[01])\.js$|\/src\/routes\/\+(layout|error)\.svelte$/,
  home: /\/src\/routes\/\(home\)\/\+page\.svelte$/,
  game: /\/src\/routes\/games\/\[id\]\/\+page\.svelte$/,
  player: /\/src\/routes\/\(home\)\/PlayerHome\.svelte$/,
  account: /\/src\/routes\/account\/\+layout\.svelte$/,
}
/** All other pages, which share less. */
const OTHERS = /\/src\/routes\/(?!\(home\)\/|games\/\[id\]\/).*\+(page|layout)\.svelte$/
const ACCOUNT = /\/src\/routes\/account\//
/** SvelteKit imports each page when it is opened. */
const NODE = /\/client-optimized\/nodes\/\d+\.js$/
const NAME = /\/src\/routes\/(.+)\/\+/
const STYLE = /\.css$/

/** What the bundler adds itself, which would become a file of a few bytes. */
const HELPERS = /vite\/preload-helper/

/** Every page reaches it through the index of `@tegenzet/client`; registration uses it. */
const HASHES = /@noble\/hashes/

/**
 * Splits the client into few files that contain little of what a page does not need: `core` is for every page, `board`
 * for home and games, `game` for games and other pages, `player` for a player's home, `shared` for other pages, `account`
 * for those of the account. What one of them starts with and others load later is one file. The styles of both homes are
 * in that of `core`.
 */
export function chunks(): Plugin {
  const core = new Set<string>()
  const home = new Set<string>()
  const game = new Set<string>()
  const player = new Set<string>()
  const account = new Set<string>()
  const reach = { core, home, game, player, account }
  /** The other pages that need a module. */
  const pages = new Map<string, string[]>()
  /** Parts that pages load later, with what they need. */
  const lazy = new Set<string>()
  /** Files that the scripts import past. */
  const facades = new Set<string>()

  const isOfCore = (id: string) =>
    core.has(id) || HELPERS.test(id) || (STYLE.test(id) && (home.has(id) || player.has(id)))
  const isOfAccount = (id: string) => {
    const needing = pages.get(id) ?? []
    return account.has(id) || (needing.length > 1 && needing.every((page) => ACCOUNT.test(page)))
  }
  const isShared = (id: string) => (pages.get(id)?.length ?? 0) > (lazy.has(id) ? 2 : 1)

  /** The page that starts with what others load later. */
  const onlyPage = (id: string) => {
    const [page, ...others] = pages.get(id) ?? []
    return page && others.length === 0 && lazy.has(id)
      ? `parts-of-${NAME.exec(page)?.[1]?.replaceAll(/\W+/g, '-')}`
      : null
  }

  return {
    name: 'chunks',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: { resolveDependencies: (_, files) => files.filter((file) => !facades.has(file)) },
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'core', test: isOfCore, priority: 5 },
                { name: 'board', test: (id) => home.has(id) && game.has(id), priority: 4 },
                { name: 'home', test: (id) => home.has(id), priority: 3 },
                { name: 'game', test: (id) => game.has(id), priority: 3 },
                // before what others share, so that a player's home does not need a file more for it
                { name: 'player', test: (id) => player.has(id), priority: 2 },
                { name: 'shared', test: (id) => !isOfAccount(id) && isShared(id), priority: 1 },
                { name: 'account', test: isOfAccount, priority: 1 },
                { name: onlyPage },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const ids = [...this.getModuleIds()]
      const reachedFrom = (roots: string[]) => {
        const reached = new Set<string>()
        const open = [...roots]
        for (let id = open.pop(); id !== undefined; id = open.pop()) {
          const imported = this.getModuleInfo(id)?.importedIds ?? []
          if (reached.has(id) || [id, ...imported].some((each) => HASHES.test(each))) continue
          reached.add(id)
          open.push(...imported)
        }
        return reached
      }
      for (const [name, roots] of Object.entries(ROOTS))
        for (const id of reachedFrom(ids.filter((id) => roots.test(id))))
          reach[name as keyof typeof ROOTS].add(id)
      for (const page of ids.filter((id) => OTHERS.test(id)))
        for (const id of reachedFrom([page])) pages.set(id, [...(pages.get(id) ?? []), page])
      const isLazy = (id: string) =>
        !NODE.test(id) && (this.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0
      for (const id of reachedFrom(ids.filter(isLazy))) lazy.add(id)
    },
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk' && readFacade(file.fileName, file.code)) facades.add(file.fileName)
      },
    },
  }
}
