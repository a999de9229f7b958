import { posix } from 'node:path'

/** A file that only passes on what another one exports. */
const FACADE = /^import\{([^}]*)\}from"([^"]+)";export\{([^}]*)\};?\s*$/
/** A file that needs no other. */
const HELPER = /^(?!import\b)(.*?)export\{([^}]*)\};?\s*$/s

/**
 * Removes the need for files of a few bytes, each of which would cost a request: those that only pass on what another one
 * exports, and the bundler's own functions.
 * @param {Map<string, string>} scripts by path, minified; changed in place
 * @param {string} helper the path of the bundler's own functions
 * @returns {Map<string, { target: string, exports: (module: string) => string }>} of the files that pass on
 */
export function mergeSmallFiles(scripts, helper) {
  const facades = new Map()
  for (const [path, code] of scripts) {
    const [, imported, from, exported] = FACADE.exec(code) ?? []
    if (!from) continue
    const names = new Map(pairs(imported).map(([name, local]) => [local, name]))
    const exports = (module) =>
      `{${pairs(exported).map(([local, name]) => `${name}:${module}.${names.get(local)}`)}}`
    facades.set(path, { target: posix.join(path, '..', from), exports })
  }
  const [, body, exported] = HELPER.exec(scripts.get(helper))
  const functions = `(()=>{${body}return{${pairs(exported).map(([local, name]) => `${name}:${local}`)}}})()`

  for (const [path, code] of scripts) {
    const folder = posix.dirname(path)
    const relative = (to) => to.replace(/^(?!\.)/, './')
    const facade = (from) => facades.get(posix.join(folder, from))
    const address = (from) => relative(posix.relative(folder, facade(from).target))
    const merged = code
      .replaceAll(/import\{([^}]*)\}from"([^"]+)";/g, (all, imported, from) =>
        posix.join(folder, from) === helper
          ? `const{${pairs(imported).map(([name, local]) => `${name}:${local}`)}}=${functions};`
          : all,
      )
      .replaceAll(/import\("([^"]+)"\)/g, (all, from) =>
        facade(from) ? `import("${address(from)}").then(m=>(${facade(from).exports('m')}))` : all,
      )
      // the list of what to load together with a page; the script itself is loaded already
      .replaceAll(/"(\.[^"\s]+\.js)"/g, (all, from) => {
        if (posix.join(folder, from) === helper) return `"./${posix.basename(path)}"`
        return facade(from) ? `"${address(from)}"` : all
      })
    scripts.set(path, merged)
  }
  return facades
}

/** Reads `a as b,c`. @returns the names before and after `as` */
const pairs = (names) =>
  names.split(',').map((each) => {
    const [before, after = before] = each.trim().split(' as ')
    return [before, after]
  })
