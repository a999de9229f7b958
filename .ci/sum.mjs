// Names the failed tests, then adds up the suites' reports into one line, `N passed, N failed`. These count as failed too:
// a suite without a report or tests, a test file that could not be loaded or set up, and a suite that failed for another
// reason, which is in its log.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [directory, ...suites] = process.argv.slice(2)
let passed = 0
let failed = 0
for (const suite of suites) {
  const file = join(directory, `${suite}.json`)
  const failedBefore = failed
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  console.log(`${suite}: ${report ? `${report.numPassedTests} passed` : 'did not run'}`)
  if (!report || report.numTotalTests === 0) failed += 1
  passed += report?.numPassedTests ?? 0
  failed += report?.numFailedTests ?? 0
  for (const { name, status, message, assertionResults } of report?.testResults ?? []) {
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) {
      failed += 1
      console.log(`FAILED ${name}: ${message}`)
    }
    for (const test of assertionResults)
      if (test.status === 'failed')
        console.log(`FAILED ${name}: ${test.fullName}\n${test.failureMessages.join('\n')}`)
  }
  if (!existsSync(join(directory, `${suite}.failed`))) continue
  if (failed === failedBefore) failed += 1
  const log = readFileSync(join(directory, `${suite}.log`), 'utf8')
  // vitest lists failed tests, hooks and errors outside tests after the last file
  console.log(
    log.slice(Math.max(log.search(/Failed Suites|Failed Tests|Unhandled Errors/), log.length - 20_000)),
  )
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0
