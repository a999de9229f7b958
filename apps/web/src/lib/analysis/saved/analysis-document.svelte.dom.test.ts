import { ApiError, NetworkError } from '@tegenzet/client'
import type { Problem } from '@tegenzet/contract'
import { trustedMove } from '@tegenzet/rules'
import type { MoveTree } from '@tegenzet/trees'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import { AnalysisDocument } from './analysis-document.svelte.ts'
import { copyOfAnalysis, UnsavedCopy } from './unsaved-copy.ts'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('$lib/api/api.ts', () => ({ api: { call } }))
vi.mock('$lib/api/live.svelte.ts', () => ({ live: () => ({}) }))

const treeOf = (...moves: string[]): MoveTree => ({
  rules: 'muehle',
  start: null,
  nodes: moves.map((move) => ({ parent: null, move: trustedMove(move) })),
})
const refusal = (code: string, status: number) =>
  new ApiError({ type: '', title: '', detail: '', code, status } as Problem)

interface Input {
  idempotencyKey?: string
  body: { title: string; tree: MoveTree; version?: number }
}
/** What was sent: the call, the key or the version, and the moves. */
const sent = () =>
  (call.mock.calls as [string, Input][]).map(([id, { idempotencyKey, body }]) => [
    id,
    idempotencyKey ?? body.version,
    body.tree.nodes.map(({ move }) => move).join(' '),
  ])
const copy = () => new UnsavedCopy(1, copyOfAnalysis('muehle')).read()
const oncreate = vi.fn()
/** The document as a page opens it, with what the last page has left. */
const open = () =>
  new AnalysisDocument(
    { tree: treeOf(), title: 'New', address: 'muehle', unsaved: copy() ?? undefined },
    'server',
    oncreate,
  )

beforeEach(() => {
  call.mockReset()
  oncreate.mockReset()
  localStorage.clear()
  session.account = { id: 1, kind: 'human' } as NonNullable<typeof session.account>
})

it('is created by the same call until its answer is heard, and then saved as it has become', async () => {
  const first = open()
  call.mockRejectedValue(new NetworkError('lost'))
  first.editor.play(trustedMove('d6'))
  await first.saver.save()
  first.editor.play(trustedMove('f4'))
  await first.saver.save()
  first.saver.stop()
  const key = copy()!.creation!.key

  const second = open()
  call.mockImplementation(async (id) =>
    id === 'createAnalysis'
      ? { analysis: { id: 7, version: 1 } }
      : { version: 2, analysis: { visibility: 'private' } },
  )
  await second.saver.save()
  expect(sent()).toEqual([
    ['createAnalysis', key, 'd6'],
    ['createAnalysis', key, 'd6'],
    ['createAnalysis', key, 'd6'],
    ['saveAnalysis', 1, 'd6 f4'],
  ])
  expect(oncreate.mock.calls).toEqual([[7]])
  expect([second.id, second.saver.state, copy()]).toEqual([7, 'saved', null])
})

it('has one key for each new analysis', async () => {
  call.mockResolvedValue({ analysis: { id: 7, version: 1 } })
  for (const document of [open(), open()]) await document.saveNow()
  const [one, other] = sent()
  expect([one![0], other![0]]).toEqual(['createAnalysis', 'createAnalysis'])
  expect(one![1]).not.toBe(other![1])
})

it('is created with another key when the server does not take the first one any more', async () => {
  const document = open()
  call.mockRejectedValueOnce(refusal('idempotency-key-reused', 422))
  call.mockResolvedValue({ analysis: { id: 8, version: 1 } })
  await document.saveNow()
  const [one, other] = sent()
  expect(one![1]).not.toBe(other![1])
  expect([document.id, document.saver.state]).toEqual([8, 'saved'])
})

it('may be changed after the server has refused it', async () => {
  const document = open()
  call.mockRejectedValueOnce(refusal('limit-reached', 422))
  document.editor.play(trustedMove('d6'))
  await document.saver.save()
  expect(document.saver.state).toBe('failed')
  expect(copy()).toMatchObject({ content: { tree: { nodes: [{ move: 'd6' }] } } })
  expect(copy()!.creation).toBeUndefined()
  call.mockResolvedValue({ analysis: { id: 9, version: 1 } })
  document.editor.undo()
  document.editor.play(trustedMove('a1'))
  await document.saver.save()
  expect(sent().map(([, , moves]) => moves)).toEqual(['d6', 'a1'])
  expect(document.saver.state).toBe('saved')
})
