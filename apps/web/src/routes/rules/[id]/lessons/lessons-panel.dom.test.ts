import { ruleSet } from '@tegenzet/rules'
import { fireEvent, render, screen } from '@testing-library/svelte'
import { expect, it } from 'vitest'
import Lessons from './Lessons.svelte'

const point = (name: string) => document.querySelector(`[data-point="${name}"]`)!

it('refuses a wrong move, accepts the right one and goes on to the next exercise', async () => {
  render(Lessons, { rules: ruleSet('muehle'), playHref: '/play' })
  screen.getByText('Black is about to close a mill. Place a stone to stop it.')
  await fireEvent.click(point('e5'))
  screen.getByText('Black can still close a mill. Undo it and try again.')
  await fireEvent.click(screen.getByText('Undo'))
  await fireEvent.click(point('g1'))
  screen.getByText(/^Stopped\./)
  await fireEvent.click(screen.getByText('Next exercise'))
  const task = screen.getByText('Close a mill: three of your stones in a row.')
  await expect.poll(() => document.activeElement).toBe(task)
  screen.getByLabelText('Exercise 1 of 10, solved')
})
