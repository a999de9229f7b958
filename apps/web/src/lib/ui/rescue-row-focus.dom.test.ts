import { afterEach, beforeEach, expect, it } from 'vitest'
import { rescueRowFocus } from './rescue-row-focus.ts'

let root: HTMLElement
let end: ReturnType<typeof rescueRowFocus>

beforeEach(() => {
  document.body.innerHTML = `
    <main>
      <h1>Lobby</h1>
      <section>
        <h2>Sent</h2>
        <ul>${['anna', 'bram', 'chris'].map((name) => `<li id="${name}"><a href="/${name}">${name}</a><button>Withdraw ${name}</button></li>`).join('')}</ul>
      </section>
      <dialog open><button>Yes</button></dialog>
    </main>`
  root = document.querySelector('main') as HTMLElement
  end = rescueRowFocus(root)
})
afterEach(() => {
  end?.()
  document.body.innerHTML = ''
  history.replaceState(null, '', '/')
})

const withdraw = (name: string) => document.querySelector<HTMLElement>(`#${name} button`)
const remove = async (selector: string) => {
  document.querySelector(selector)?.remove()
  await Promise.resolve()
}
const focused = () => document.activeElement?.textContent

it('moves the focus to the next row when its row is removed, from the last one to the one before', async () => {
  withdraw('bram')?.focus()
  await remove('#bram')
  expect(focused()).toBe('chris')
  await remove('#chris')
  expect(focused()).toBe('anna')
})

it('moves the focus to the heading of the list when its last row is removed', async () => {
  await remove('#bram')
  await remove('#chris')
  withdraw('anna')?.focus()
  await remove('#anna')
  expect(focused()).toBe('Sent')
})

it('moves the focus to the heading of the page when the list goes with its last row', async () => {
  withdraw('anna')?.focus()
  await remove('section')
  expect(focused()).toBe('Lobby')
})

it('moves the focus when the dialog that asked about the row closes', async () => {
  withdraw('anna')?.focus()
  const dialog = document.querySelector('dialog') as HTMLElement
  dialog.querySelector('button')?.focus()
  await remove('#anna')
  expect(focused()).toBe('Yes')
  ;(document.activeElement as HTMLElement).blur()
  dialog.dispatchEvent(new Event('close'))
  expect(focused()).toBe('bram')
})

it('leaves the focus to the next page', async () => {
  withdraw('anna')?.focus()
  history.pushState(null, '', '/another')
  await remove('section')
  expect(document.activeElement).toBe(document.body)
})

it('leaves the focus to readers who have clicked elsewhere', async () => {
  withdraw('bram')?.focus()
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  await remove('#bram')
  expect(document.activeElement).toBe(document.body)
})

it('leaves the focus alone when a long list draws other rows', async () => {
  document.querySelector('#bram')?.setAttribute('aria-posinset', '2')
  withdraw('bram')?.focus()
  await remove('#bram')
  expect(document.activeElement).toBe(document.body)
})
