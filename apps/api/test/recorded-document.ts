import { readFileSync, writeFileSync } from 'node:fs'
import { compareDocuments } from './compare-documents.ts'
import { startServer } from './harness.ts'

const FILE = new URL('../../../docs/openapi.json', import.meta.url)

/** The document without what every server has its own of. */
export const neutral = (document: any): any =>
  JSON.parse(JSON.stringify(document).replaceAll(document.servers[0].url, 'https://tegenzet.example'))

export const recorded = (): any => JSON.parse(readFileSync(FILE, 'utf8'))

/** The command `pnpm openapi`: writes the document down, unless that takes something away from clients. */
async function record(breaking: boolean): Promise<void> {
  const server = await startServer()
  const document = neutral(server.app.swagger())
  await server.close()
  const changes = compareDocuments(recorded(), document)
  for (const change of changes.additive) console.log(`  ${change}`)
  for (const change of changes.breaking) console.log(`! ${change}`)
  if (changes.breaking.length > 0 && !breaking) {
    console.log(
      'Not recorded: what is marked ! would break clients (docs/api-policy.md). Insist with --breaking.',
    )
    process.exitCode = 1
  } else writeFileSync(FILE, `${JSON.stringify(document, null, 2)}\n`)
}

if (process.argv[1] === import.meta.filename) await record(process.argv.includes('--breaking'))
