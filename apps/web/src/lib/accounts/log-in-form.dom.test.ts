import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { createRawSnippet } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import LogInForm from './LogInForm.svelte'

const account = { id: 1, username: 'kid1', email: null, managed: true, language: 'en', timezone: 'UTC' }
const others = createRawSnippet(() => ({ render: () => '<p>other ways</p>' }))
let sent: Record<string, unknown>[] = []

/** Answers each call by the next of these: an error code, or null for a log-in. */
function server(...codes: (string | null)[]): void {
  vi.stubGlobal('fetch', async (_: string, { body = 'null' }: { body?: string }) => {
    const code = codes[sent.length] ?? null
    sent.push(JSON.parse(body))
    const status = code ? 401 : 200
    const answer = code ? { type: '', title: code, status, detail: code, code } : { account }
    const type = code ? 'application/problem+json' : 'application/json'
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': type } })
  })
}
const press = () => fireEvent.click(screen.getByRole('button', { name: 'Log in' }))
const field = () => screen.getByLabelText('Code')
const type = (value: string) => fireEvent.input(field(), { target: { value } })

beforeEach(() => {
  sent = []
  session.clear()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

it('sends the code of a link only when the button is pressed', async () => {
  server(null)
  const onloggedin = vi.fn()
  render(LogInForm, { by: 'login-code', loginCode: '7kqm x4tb', others, onloggedin })
  expect(screen.queryByLabelText('Code')).toBeNull()
  expect(sent).toEqual([])
  await press()
  await waitFor(() => expect(onloggedin).toHaveBeenCalledOnce())
  expect(sent).toEqual([{ code: '7KQM-X4TB' }])
  expect(session.account?.username).toBe('kid1')
})

it('asks for the code again, in the focused field, if the one of the link is refused', async () => {
  server('unauthenticated', null)
  render(LogInForm, { by: 'login-code', loginCode: '7KQM-X4TB', others })
  await press()
  await screen.findByText(/This code does not work/)
  await waitFor(() => expect(document.activeElement).toBe(field()))
  await type('abcd–efgh')
  await press()
  await waitFor(() => expect(sent).toEqual([{ code: '7KQM-X4TB' }, { code: 'ABCD-EFGH' }]))
})

it('does not send what is no code', async () => {
  server(null)
  render(LogInForm, { by: 'login-code', others })
  await type('7KQM')
  await press()
  await screen.findByText('A code has eight letters and digits.')
  expect(sent).toEqual([])
})

it('asks for the second factor, and then sends both codes', async () => {
  server('second-factor-needed', 'wrong-credentials', null)
  render(LogInForm, { by: 'login-code', loginCode: '7KQM-X4TB', others })
  await press()
  await screen.findByText(/Your code is right/)
  await type('000000')
  await press()
  await screen.findByText(/too old, or was used before/)
  await type('123456')
  await press()
  await waitFor(() => expect(session.account?.username).toBe('kid1'))
  expect(sent).toEqual([
    { code: '7KQM-X4TB' },
    { code: '7KQM-X4TB', secondFactor: '000000' },
    { code: '7KQM-X4TB', secondFactor: '123456' },
  ])
})

it('goes back to the code if that was used up while the second factor was looked for', async () => {
  server('second-factor-needed', 'unauthenticated')
  render(LogInForm, { by: 'login-code', loginCode: '7KQM-X4TB', others })
  await press()
  await screen.findByText(/Your code is right/)
  await type('123456')
  await press()
  await screen.findByText(/This code does not work/)
  expect((field() as HTMLInputElement).value).toBe('7KQM-X4TB')
})
