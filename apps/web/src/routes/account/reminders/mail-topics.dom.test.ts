import { render, screen } from '@testing-library/svelte'
import { expect, it, vi } from 'vitest'
import MailTopics from './MailTopics.svelte'

vi.mock('$lib/site/features.ts', () => ({ isOn: () => false }))

it('mails about gifts of time can be switched off where there is no chat', () => {
  render(MailTopics, { mails: ['message'], inDigest: false, onchange: () => {} })
  screen.getByRole('checkbox', { name: 'Time that opponents give you', checked: true })
  expect(screen.queryByText(/Messages/)).toBeNull()
})
