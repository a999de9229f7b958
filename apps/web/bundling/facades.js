import { posix } from 'node:path'
import { parseSync } from 'vite'

/**
 * Imports past the files that only pass on what another one exports: each would cost a request. The bundler writes one for
 * each page that is in a chunk with others (chunks.ts).
 * @param {Map<string, string>} scripts by path; changed in place
 * @returns {Map<string, string>} the file behind each of them
 */
export function skipFacades(scripts) {
  const facades = new Map()
  for (const [path, code] of scripts) {
    const facade = readFacade(path, code)
    if (facade) facades.set(path, facade)
  }
  for (const [path, code] of scripts) scripts.set(path, withoutFacades(path, code, facades))
  return new Map([...facades].map(([path, { target }]) => [path, target]))
}

/** @returns null for other files; else the file behind it, and by the names of its exports theirs in that file */
export function readFacade(path, code) {
  const { program, module } = parseSync(path, code)
  const isFacade = program.body.every(
    ({ type, declaration }) =>
      type === 'ImportDeclaration' || (type === 'ExportNamedDeclaration' && !declaration),
  )
  const passedOn = module.staticExports.flatMap(({ entries }) => entries)
  const sources = [...module.staticImports, ...passedOn].map(({ moduleRequest }) => moduleRequest?.value)
  const [source] = sources
  if (!isFacade || !source || sources.some((each) => each !== source)) return null
  const names = passedOn.map(({ exportName, importName }) => [exportName.name, importName.name])
  return { target: posix.join(posix.dirname(path), source), names }
}

function withoutFacades(path, code, facades) {
  const folder = posix.dirname(path)
  let written = code
  for (const { start, end, moduleRequest } of parseSync(path, code).module.dynamicImports.toReversed()) {
    const facade = facades.get(posix.join(folder, code.slice(moduleRequest.start + 1, moduleRequest.end - 1)))
    if (!facade) continue
    const address = posix.relative(folder, facade.target)
    const names = facade.names.map(([exported, imported]) => `${exported}:m.${imported}`)
    const past = `import("${address.startsWith('.') ? address : `./${address}`}").then(m=>({${names}}))`
    written = written.slice(0, start) + past + written.slice(end)
  }
  return written
}
