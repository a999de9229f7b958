// Which packages a bundle contains, with their licences, as Vite's `build.license` writes them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Beside what was built. */
export const LICENCES = 'licences.json'

/** @param paths of what was bundled */
export function writeLicences(folder, paths) {
  const folders = paths.map((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0])
  const packages = [...new Set(folders.filter(Boolean))].map((path) => licenceOf(path))
  writeFileSync(join(folder, LICENCES), JSON.stringify(packages))
}

function licenceOf(folder) {
  const { name, version, license, devDependencies } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  )
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n')
  return { name, version, identifier: license, text, ...contained(name, devDependencies) }
}

/** Files of Swagger UI are in the package that serves it, without their licence. */
const contained = (name, developed) =>
  name === '@fastify/swagger-ui' && {
    contains: {
      name: 'swagger-ui-dist',
      version: developed['swagger-ui-dist'],
      identifier: 'Apache-2.0',
    },
  }
