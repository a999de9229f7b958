import { tick } from 'svelte'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announce, announceChanges, announcementRegion, announceText } from './announcements.ts'

let ends: ReturnType<typeof announceText>[] = []
const add = (): HTMLElement => document.body.appendChild(document.createElement('div'))
function addRegion(): HTMLElement {
  const region = add()
  ends.push(announcementRegion(region))
  return region
}
const spoken = (region: Element) => [...region.children].map(({ textContent }) => textContent)

let region: HTMLElement
beforeEach(() => {
  vi.useFakeTimers()
  region = addRegion()
})
afterEach(() => {
  for (const end of ends) end?.()
  ends = []
  vi.runAllTimers()
  vi.useRealTimers()
  document.body.replaceChildren()
})

it('says a move and the prepared reply as one, and leaves out what was to be done in between', async () => {
  const bar = add()
  bar.textContent = 'It is anna’s turn.'
  ends.push(announceChanges(bar))
  announce('anna moved.')
  bar.textContent = 'Pick the stone.'
  await vi.advanceTimersByTimeAsync(257)
  announce('You moved.')
  bar.textContent = 'It is anna’s turn.'
  await vi.advanceTimersByTimeAsync(5000)
  expect(spoken(region)).toEqual(['anna moved. You moved.'])
})

it('overwrites nothing: what comes later is appended, and goes when it has been read', async () => {
  announce('anna moved.')
  await vi.advanceTimersByTimeAsync(1000)
  announce('bram moved.')
  await vi.advanceTimersByTimeAsync(1000)
  expect(spoken(region)).toEqual(['anna moved.', 'bram moved.'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect(spoken(region)).toEqual([])
})

it('does not wait for ever for a pause', async () => {
  for (let n = 0; n < 10; n++) {
    announce(`Move ${n}.`)
    await vi.advanceTimersByTimeAsync(300)
  }
  expect(spoken(region)[0]).toBe('Move 0. Move 1. Move 2. Move 3. Move 4.')
})

it('says a text that changes after the events, and a text that appears only where that is wanted', async () => {
  const [old, fresh] = [add(), add()]
  old.textContent = 'Pick a point.'
  fresh.textContent = 'Saved.'
  ends.push(announceChanges(old), announceText(fresh))
  await vi.advanceTimersByTimeAsync(1000)
  old.innerHTML = '<b>d6</b>\n  where to?'
  announce('anna moved.')
  await vi.advanceTimersByTimeAsync(1000)
  expect(spoken(region)).toEqual(['Saved.', 'anna moved. d6 where to?'])
})

it('is said in the dialog that is open', async () => {
  const dialog = addRegion()
  announce('The server cannot be reached.')
  await vi.advanceTimersByTimeAsync(1000)
  ends.pop()?.()
  await tick()
  announce('Deleted.')
  await vi.advanceTimersByTimeAsync(1000)
  expect([spoken(dialog), spoken(region)]).toEqual([['The server cannot be reached.'], ['Deleted.']])
})
