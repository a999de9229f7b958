// Compiles the messages for browsers, where each message is a module, and for Node, which has one module per language.
// Loading the catalogue takes most of the time, so both come from one process.
import fs from 'node:fs/promises'
import { compileProject, writeOutput } from '@inlang/paraglide-js'
import { loadProjectFromDirectory } from '@inlang/sdk'

const OUTPUTS = { 'dist/by-message': 'message-modules', 'dist/by-locale': 'locale-modules' }

const project = await loadProjectFromDirectory({ path: './project.inlang', fs: await import('node:fs') })
const errors = await project.errors.get()
if (errors.length > 0) throw new AggregateError(errors, 'the messages cannot be read')
for (const [directory, outputStructure] of Object.entries(OUTPUTS)) {
  const output = await compileProject({
    project,
    compilerOptions: { strategy: ['globalVariable', 'baseLocale'], outputStructure },
  })
  await writeOutput({ directory, output, cleanDirectory: true, fs })
}
await project.close()
