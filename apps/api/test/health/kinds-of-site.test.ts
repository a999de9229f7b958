import { featuresWithout, OPTIONAL_FEATURES, type OptionalFeature } from '@tegenzet/contract'
import { expect, onTestFinished, test } from 'vitest'
import { startServer } from '../server/harness.ts'

/** What hosts choose, with what `about` says of it. */
const MODES: [env: Record<string, string>, about: object][] = [
  [{}, { registration: 'open', readers: 'everyone', oidc: null }],
  [
    { REGISTRATION: 'invite', INVITE: 'staff' },
    { registration: 'invite', invite: 'staff', oidc: null },
  ],
  [{ REGISTRATION: 'closed' }, { registration: 'closed', readers: 'everyone' }],
  [{ READERS: 'members' }, { registration: 'open', readers: 'members' }],
  [
    { REGISTRATION: 'closed', READERS: 'members' },
    { registration: 'closed', readers: 'members' },
  ],
  [
    { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'x', OIDC_NAME: 'Club', OIDC_ONLY: 'true' },
    { oidc: { name: 'Club', signup: true, only: true } },
  ],
  ...OPTIONAL_FEATURES.map((feature): [Record<string, string>, object] => [
    { WITHOUT: feature },
    { features: expect.arrayContaining(featuresWithout([feature])), ending: [] },
  ]),
]

test('each kind of site says what it is, to everybody, and is ready', async () => {
  const first = await startServer()
  onTestFinished(() => first.close())
  for (const [env, about] of MODES) {
    const server = await startServer({ database: first.database, env, jobs: 'queue' })
    const answer = await server.call('getAbout')
    expect([env, answer.status, answer.body]).toEqual([env, 200, expect.objectContaining(about)])
    const on = featuresWithout((env.WITHOUT?.split(',') ?? []) as OptionalFeature[])
    expect(answer.body.features.filter((each: string) => OPTIONAL_FEATURES.includes(each as never))).toEqual(
      on,
    )
    expect(answer.body.features.includes('guests')).toBe(
      env.REGISTRATION === undefined && env.READERS === undefined,
    )
    const ready = await fetch(`${server.url}/readyz`)
    expect([env, ready.status, await ready.json()]).toEqual([env, 200, { status: 'ok' }])
    await server.close()
  }
})
