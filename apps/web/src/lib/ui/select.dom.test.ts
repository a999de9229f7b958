import { fireEvent, render, screen } from '@testing-library/svelte'
import { tick } from 'svelte'
import { expect, it } from 'vitest'
import Select from './Select.svelte'

it('goes back to the saved choice if the new one could not be saved', async () => {
  let works = false
  const saved: string[] = []
  const save = async (value: string) => {
    saved.push(value)
    return works
  }
  const options = ['UTC', 'Europe/Amsterdam', 'Asia/Tokyo'].map((value) => ({ value, label: value }))
  const { rerender } = render(Select<string>, { label: 'Time zone', options, value: 'UTC', save })
  const select = screen.getByLabelText<HTMLSelectElement>('Time zone')
  await fireEvent.change(select, { target: { value: 'Asia/Tokyo' } })
  await tick()
  expect([saved, select.value]).toEqual([['Asia/Tokyo'], 'UTC'])
  works = true
  await fireEvent.change(select, { target: { value: 'Asia/Tokyo' } })
  await tick()
  expect(select.value).toBe('Asia/Tokyo')
  await rerender({ value: 'Asia/Tokyo' })
  works = false
  await fireEvent.change(select, { target: { value: 'UTC' } })
  await tick()
  expect(select.value).toBe('Asia/Tokyo')
})
