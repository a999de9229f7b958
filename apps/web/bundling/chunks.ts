import type { Plugin } from 'vite'

/** The modules that parts of the client start from. */
const ROOTS = {
  core: /\/runtime\/client\/entry\.js$|\/client-optimized\/(app|nodes\/[01])\.js$|\/src\/routes\/\+(layout|error)\.svelte$/,
  home: /\/src\/routes\/\(home\)\/\+page\.svelte$/,
  game: /\/src\/routes\/games\/\[id\]\/\+page\.svelte$/,
  player: /\/src\/routes\/\(home\)\/PlayerHome\.svelte$/,
  others: /\/src\/routes\/(?!\(home\)\/|games\/\[id\]\/).*\+(page|layout)\.svelte$/,
}

/** What the bundler adds itself, which would become a file of a few bytes. */
const HELPERS = /vite\/preload-helper/

/** Every page reaches it through the index of `@tegenzet/client`; registration uses it. */
const PUZZLE = /@noble\/hashes|client\/src\/puzzle\.ts$/

/**
 * Splits the client into few files that contain little of what a page does not need: `core` is for every page, `board`
 * for home and games, `ui` for games and other pages, `player` for a player's home.
 */
export function chunks(): Plugin {
  const reach = { core: new Set(), home: new Set(), game: new Set(), player: new Set(), others: new Set() }
  const { core, home, game, player, others } = reach

  return {
    name: 'chunks',
    apply: 'build',
    config: () => ({
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'core', test: (id) => core.has(id) || HELPERS.test(id), priority: 5 },
                { name: 'board', test: (id) => home.has(id) && game.has(id), priority: 4 },
                { name: 'ui', test: (id) => game.has(id) && others.has(id), priority: 3 },
                { name: 'home', test: (id) => home.has(id), priority: 2 },
                { name: 'game', test: (id) => game.has(id), priority: 2 },
                // before what others share, so that a player's home does not need a file more for it
                { name: 'player', test: (id) => player.has(id), priority: 1 },
                { name: 'shared', minShareCount: 3 },
              ],
            },
          },
        },
      },
    }),
    buildEnd() {
      const ids = [...this.getModuleIds()]
      for (const [name, roots] of Object.entries(ROOTS)) {
        const reached = reach[name as keyof typeof ROOTS]
        reached.clear()
        const open = ids.filter((id) => roots.test(id))
        for (let id = open.pop(); id !== undefined; id = open.pop()) {
          if (reached.has(id) || PUZZLE.test(id)) continue
          reached.add(id)
          open.push(...(this.getModuleInfo(id)?.importedIds ?? []))
        }
      }
    },
  }
}
