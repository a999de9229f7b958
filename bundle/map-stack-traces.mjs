// Part of every bundle: stack traces name the sources. Node's --enable-source-maps does the same, but reads all maps at
// start, which takes the server a tenth of a second; this reads a map when a stack trace first needs it.
import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const BUNDLE = new URL('.', import.meta.url).href

const isOurs = (frame) => frame.getFileName()?.startsWith(BUNDLE) ?? false

/** By file. */
const maps = new Map()

/** What a program that runs a bundle in its own process has set, such as a test runner. */
const ofProgram = Error.prepareStackTrace

Error.prepareStackTrace = (error, frames) =>
  ofProgram && !frames.some(isOurs)
    ? ofProgram(error, frames)
    : [describe(error), ...frames.map((frame) => `    at ${mapped(frame)}`)].join('\n')

function describe(error) {
  try {
    return Error.prototype.toString.call(error)
  } catch {
    return '<error>'
  }
}

function mapped(frame) {
  if (!isOurs(frame)) return `${frame}`
  const url = frame.getFileName()
  const file = fileURLToPath(url)
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()]
  const entry = mapOf(file)?.findEntry(line - 1, column - 1)
  if (!entry?.originalSource) return `${frame}`
  const source = resolve(dirname(file), entry.originalSource)
  const position = `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`
  return `${frame}`.replace(`${url}:${line}:${column}`, position)
}

function mapOf(file) {
  if (!maps.has(file)) maps.set(file, readMap(`${file}.map`))
  return maps.get(file)
}

function readMap(file) {
  try {
    return new SourceMap(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return undefined
  }
}
