import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { session } from '$lib/api/session.svelte.ts'
import RegisterForm from './RegisterForm.svelte'

const ACCOUNT = { id: 1, username: 'anna', email: 'anna@example.org', language: 'en', timezone: 'UTC' }

/** Answers each call by the next of these, and keeps what was sent. */
function server(...answers: { status: number; body: unknown }[]) {
  const sent: Record<string, unknown>[] = []
  vi.stubGlobal('fetch', async (_: string, { body = 'null' }: { body?: string }) => {
    const { status, body: answer } = answers[Math.min(sent.length, answers.length - 1)]!
    sent.push(JSON.parse(body))
    const type = status < 400 ? 'application/json' : 'application/problem+json'
    return new Response(JSON.stringify(answer), { status, headers: { 'content-type': type } })
  })
  return sent
}
const problem = (status: number, code: string) => ({
  status,
  body: { type: `/api/docs#${code}`, title: code, status, detail: code, code },
})
const registered = { status: 201, body: { account: ACCOUNT } }

async function fill(username: string, email: string, password: string): Promise<void> {
  for (const [label, value] of [
    [/^Username/, username],
    [/^E-mail/, email],
    [/^Password/, password],
  ] as const)
    await fireEvent.input(screen.getByLabelText(label, { selector: 'input' }), { target: { value } })
  await send()
}
const send = () => fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
const described = (input: HTMLElement) =>
  input
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

beforeEach(() => session.clear())
afterEach(() => {
  vi.unstubAllGlobals()
})

describe('registering', () => {
  it('solves the puzzle that the server asks for', async () => {
    const puzzle = { text: 'a puzzle', bits: 4, expiresAt: '2026-11-22T12:10:00.000Z' }
    const sent = server(problem(403, 'puzzle-needed'), { status: 200, body: { puzzle } }, registered)
    render(RegisterForm)
    await fill('Anna', 'anna@example.org', 'a long password')
    await waitFor(() => expect(sent.length).toBeGreaterThan(2))
    expect(sent[2]).toMatchObject({
      username: 'Anna',
      puzzle: { text: 'a puzzle', nonce: expect.stringMatching(/^\d+$/) },
    })
  })

  it('shows an error at each invalid field, sends nothing and focuses the first', async () => {
    const sent = server(registered)
    render(RegisterForm)
    await fill('an', 'anna', 'short')
    const name = screen.getByLabelText('Username')
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(described(name)).toContain('Use 3 to 20 letters')
    expect(described(screen.getByLabelText('E-mail address'))).toContain('looks incomplete')
    expect(described(screen.getByLabelText('Password', { selector: 'input' }))).toContain('At least 10')
    expect(sent).toEqual([])
  })

  it('shows the server’s error at its field', async () => {
    server(problem(409, 'username-taken'))
    render(RegisterForm)
    await fill('anna', 'anna@example.org', 'a long password')
    const name = screen.getByLabelText('Username')
    await waitFor(() => expect(described(name)).toContain('This username is taken'))
    await waitFor(() => expect(document.activeElement).toBe(name))
  })

  it('marks the field that a validation error of the server names', async () => {
    const { status, body } = problem(400, 'validation')
    server({ status, body: { ...body, errors: [{ path: '/body/email', message: 'no' }] } })
    render(RegisterForm)
    await fill('anna', 'anna@example.org', 'a long password')
    const email = screen.getByLabelText('E-mail address')
    await waitFor(() => expect(described(email)).toContain('This is not right.'))
  })

  it('asks for the admin’s code only after the server requires it, and sends it', async () => {
    const sent = server(problem(403, 'forbidden'), problem(403, 'forbidden'), registered)
    render(RegisterForm)
    expect(screen.queryByLabelText('Admin code')).toBeNull()
    await fill('anna', 'anna@example.org', 'a long password')
    const code = await screen.findByLabelText('Admin code')
    expect(sent[0]).not.toHaveProperty('adminCode')
    await fireEvent.input(code, { target: { value: 'wrong' } })
    await send()
    await waitFor(() => expect(described(code)).toContain('This code is wrong.'))
    await fireEvent.input(code, { target: { value: ' right ' } })
    await send()
    await waitFor(() => expect(sent[2]).toMatchObject({ adminCode: 'right' }))
  })

  it('logs in', async () => {
    server(registered, { status: 200, body: ACCOUNT })
    render(RegisterForm)
    await fill('anna', 'anna@example.org', 'a long password')
    await waitFor(() => expect(session.account?.username).toBe('anna'))
  })

  it('shows and hides the password', async () => {
    render(RegisterForm)
    const password = screen.getByLabelText('Password', { selector: 'input' })
    await fireEvent.click(screen.getByRole('button', { name: /^Show/ }))
    expect(password.getAttribute('type')).toBe('text')
    await fireEvent.click(screen.getByRole('button', { name: /^Hide/ }))
    expect(password.getAttribute('type')).toBe('password')
  })
})
