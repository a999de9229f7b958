// Compiles the messages for browsers, where each message is a module, and for Node, which has one module per language.
import fs from 'node:fs/promises'
import { compileProject, writeOutput } from '@inlang/paraglide-js'
import messageFormat from '@inlang/plugin-message-format'

const OUTPUTS = { 'dist/by-message': 'message-modules', 'dist/by-locale': 'locale-modules' }

const settings = JSON.parse(await fs.readFile('project.inlang/settings.json', 'utf8'))
const { bundles, messages, variants } = await messageFormat.importFiles({
  settings,
  files: await Promise.all(
    (await messageFormat.toBeImportedFiles({ settings })).map(async ({ path, locale, metadata }) => ({
      locale,
      content: await fs.readFile(path),
      toBeImportedFilesMetadata: metadata,
    })),
  ),
})

const keyOf = (bundleId, locale) => `${locale} ${bundleId}`
const byKey = new Map(
  messages.map((message) => [keyOf(message.bundleId, message.locale), { ...message, variants: [] }]),
)
for (const variant of variants)
  byKey.get(keyOf(variant.messageBundleId, variant.messageLocale)).variants.push(variant)
const nested = new Map(bundles.map((bundle) => [bundle.id, { ...bundle, messages: [] }]))
for (const message of byKey.values()) nested.get(message.bundleId).messages.push(message)

// The SDK would copy every message through an SQLite database in memory, which takes four times as long as all the rest.
const project = {
  settings: { get: async () => settings },
  db: { selectFrom: () => ({ select: () => ({ execute: async () => [...nested.values()] }) }) },
}
for (const [directory, outputStructure] of Object.entries(OUTPUTS)) {
  const output = await compileProject({
    project,
    compilerOptions: { strategy: ['globalVariable', 'baseLocale'], outputStructure },
  })
  await writeOutput({ directory, output, cleanDirectory: true, fs })
}
