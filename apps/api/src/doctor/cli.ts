import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '../config/config.ts'
import { explainFailure } from '../config/explain-failure.ts'
import { keptSecret } from '../config/secret.ts'
import { settingWarnings } from '../config/setting-warnings.ts'
import { checkBackups } from './check-backups.ts'
import { checkBus } from './check-bus.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk } from './check-disk.ts'
import { checkMail } from './check-mail.ts'
import { checkOidc } from './check-oidc.ts'
import { checkPublicUrl } from './check-public-url.ts'
import { checkPush } from './check-push.ts'
import { type Finding, problem } from './finding.ts'

const MARKS = { good: 'ok     ', problem: 'PROBLEM', skipped: '-      ' }

/** Checks what a server with these settings needs. It changes nothing. @returns the number of problems */
async function examine(): Promise<number> {
  // a missing secret is made by the server, not here
  const config = readConfig(process.env, (dataDir) =>
    existsSync(join(dataDir, 'secret')) ? keptSecret(dataDir) : '',
  )
  const now = () => new Date()
  const findings: Finding[] = [
    ...settingWarnings(process.env).map((warning) => problem('settings', warning)),
    ...(await checkDatabase(config, now)),
    ...(await checkBus(config)),
    checkDisk(config.dataDir),
    await checkBackups(config, now),
    await checkMail(config),
    ...(await checkOidc(config)),
    checkPush(config),
    ...(await checkPublicUrl(config, now)),
  ]
  for (const { topic, state, text } of findings) console.info(`${MARKS[state]} ${topic}: ${text}`)
  return findings.filter(({ state }) => state === 'problem').length
}

try {
  const problems = await examine()
  if (problems > 0) console.info(`\n${problems === 1 ? 'One problem' : `${problems} problems`} found.`)
  process.exitCode = problems > 0 ? 1 : 0
} catch (error) {
  console.error(explainFailure(error))
  process.exitCode = 1
}
