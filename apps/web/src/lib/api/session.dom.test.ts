import { ApiError, NetworkError } from '@tegenzet/client'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from './session.svelte.ts'

const server = vi.hoisted(() => ({ answer: (): unknown => undefined }))
vi.mock('./api.ts', () => ({ api: { call: async () => server.answer() } }))

const anna = { id: 1, username: 'anna', language: 'en', timezone: 'Europe/Amsterdam' }

beforeEach(() => session.clear())

describe('the session', () => {
  it('has no account when nobody is logged in', async () => {
    server.answer = () => ({ account: null })
    await session.load()
    expect(session).toMatchObject({ account: null, loaded: true, failure: null })
  })

  it.each([
    ['cannot be reached', new NetworkError('gone')],
    ['fails', new ApiError({ type: '', title: '', status: 500, detail: '', code: 'internal' })],
  ])('keeps the failure while the server %s, and loads the account when it answers', async (_, error) => {
    server.answer = () => {
      throw error
    }
    await session.load()
    expect(session).toMatchObject({ account: null, loaded: true, failure: error })
    server.answer = () => ({ account: anna })
    await session.load()
    expect(session).toMatchObject({ account: anna, failure: null })
  })
})
