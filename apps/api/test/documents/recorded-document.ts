import { readFileSync, writeFileSync } from 'node:fs'
import { startServer } from '../server/harness.ts'
import { compareDocuments } from './compare-documents.ts'

const FILE = new URL('../../../../docs/openapi.json', import.meta.url)

/** The document with a neutral server URL. */
export const withNeutralUrl = (document: any): any =>
  JSON.parse(JSON.stringify(document).replaceAll(document.servers[0].url, 'https://tegenzet.example'))

export const readRecordedDocument = (): any => JSON.parse(readFileSync(FILE, 'utf8'))

/** The command `pnpm openapi`: records the document, unless that would break clients. */
async function record(allowBreaking: boolean): Promise<void> {
  const server = await startServer()
  const document = withNeutralUrl(server.app.swagger())
  await server.close()
  const changes = compareDocuments(readRecordedDocument(), document)
  for (const change of changes.additive) console.log(`  ${change}`)
  for (const change of changes.breaking) console.log(`! ${change}`)
  if (changes.breaking.length > 0 && !allowBreaking) {
    console.log(
      'Not recorded: changes marked ! break clients (docs/api-policy.md). Use --breaking to record them anyway.',
    )
    process.exitCode = 1
  } else writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`)
}

if (process.argv[1] === import.meta.filename) {
  await record(process.argv.includes('--breaking'))
  // the database stays open for the next test of a worker
  process.exit()
}
