// Builds the published package: one JavaScript module and one declaration file, which import nothing.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { build } from 'esbuild'
import openapiTS, { astToString } from 'openapi-typescript'
import { rollup } from 'rollup'
import { dts } from 'rollup-plugin-dts'
import ts from 'typescript'

const TYPES = 'tsconfig.published.json'
/** The operations of the document that are no calls of the client. */
const OTHER_OPERATIONS = ['healthz', 'readyz', 'metrics', 'live', 'readCalendar']

process.chdir(import.meta.dirname)
for (const directory of ['dist', 'generated']) rmSync(directory, { recursive: true, force: true })

await build({
  entryPoints: ['src/index.ts'],
  outfile: 'dist/index.js',
  bundle: true,
  conditions: ['tegenzet-source'],
  platform: 'neutral',
  format: 'esm',
  target: 'es2022',
  sourcemap: true,
  logLevel: 'warning',
})

const withoutExamples = (key, value) => (/^examples?$/.test(key) ? undefined : value)
const document = callsOf(JSON.parse(readFileSync('../../docs/openapi.json', 'utf8'), withoutExamples))
const types = await openapiTS(document, { defaultNonNullable: false, transform: openEnum })
mkdirSync('generated')
writeFileSync('generated/openapi.d.ts', astToString(types))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
execFileSync(process.execPath, [tsc, '-p', TYPES], { stdio: 'inherit' })
const declarations = await rollup({ input: 'src/index.ts', plugins: [dts({ tsconfig: TYPES })] })
await declarations.write({ file: 'dist/index.d.ts' })

/** The part of the document that types calls: no errors and headers. Streams get the type of a line. */
function callsOf({ openapi, info, paths, components }) {
  for (const item of Object.values(paths))
    for (const [method, operation] of Object.entries(item)) {
      if (OTHER_OPERATIONS.includes(operation.operationId)) delete item[method]
      for (const [status, response] of Object.entries(operation.responses)) {
        delete response.headers
        if (status >= '400') delete operation.responses[status]
        const lines = response.content?.['application/x-ndjson']
        if (lines) lines.schema = lines['x-line']
      }
    }
  return { openapi, info, paths, components: { schemas: components.schemas } }
}

/** A list that may grow accepts any string, and editors still suggest the known ones. */
function openEnum(schema) {
  const { enum: values } = (schema['x-open'] && schema.anyOf?.[0]) ?? {}
  if (!values) return
  const { factory } = ts
  const known = values.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value)))
  const anyString = factory.createIntersectionTypeNode([
    factory.createKeywordTypeNode(ts.SyntaxKind.StringKeyword),
    factory.createTypeLiteralNode([]),
  ])
  return factory.createUnionTypeNode([...known, anyString])
}
