import { afterEach, beforeEach, expect, it } from 'vitest'
import { focusAfterwards, forgetFocus, rescueFocus } from './rescue-focus.ts'

let end: () => void

beforeEach(() => {
  document.body.innerHTML = `
    <main tabindex="-1">
      <h1>Lobby</h1>
      <section>
        <h2>Sent</h2>
        <ul>${['anna', 'bram', 'chris'].map((name) => `<li id="${name}"><a href="/${name}">${name}</a><button>Withdraw ${name}</button></li>`).join('')}</ul>
      </section>
      <dialog open><button>Yes</button></dialog>
      <div class="toasts"></div>
    </main>`
  end = rescueFocus()
})
afterEach(() => {
  end()
  document.body.innerHTML = ''
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
  dialog.removeAttribute('open')
  await Promise.resolve()
  expect(focused()).toBe('bram')
})

it('moves the focus with its row when the list is sorted again', async () => {
  withdraw('chris')?.focus()
  document.querySelector('ul')?.prepend(document.querySelector('#chris') as HTMLElement)
  await Promise.resolve()
  expect(focused()).toBe('Withdraw chris')
})

it('leaves the focus to the next page', async () => {
  withdraw('anna')?.focus()
  forgetFocus()
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

it('moves the focus to what takes the place of the element, or else to what is beside it', async () => {
  const section = document.querySelector('section') as HTMLElement
  section.insertAdjacentHTML(
    'beforeend',
    '<div><button id="make">Make a link</button></div><button>Delete</button>',
  )
  document.querySelector<HTMLElement>('#make')?.focus()
  document.querySelector('#make')?.parentElement?.replaceChildren(document.createElement('input'))
  await Promise.resolve()
  expect(document.activeElement?.localName).toBe('input')
  await remove('input')
  expect(focused()).toBe('Delete')
})

it('moves the focus to where a part of the page wants it', async () => {
  const section = document.querySelector('section') as HTMLElement
  section.insertAdjacentHTML('beforeend', '<button id="send">Send</button><button>Next</button>')
  focusAfterwards(() => document.querySelector<HTMLElement>('#anna a'))(section)
  document.querySelector<HTMLElement>('#send')?.focus()
  await remove('#send')
  expect(focused()).toBe('anna')
})

it('moves the focus from a toast that goes back to what had it before', async () => {
  withdraw('bram')?.focus()
  const toasts = document.querySelector('.toasts') as HTMLElement
  toasts.innerHTML = '<button>Undo</button>'
  toasts.querySelector('button')?.focus()
  await remove('.toasts button')
  expect(focused()).toBe('Withdraw bram')
})

it('moves the focus from an element that is disabled or hidden', async () => {
  for (const attribute of ['disabled', 'hidden']) {
    const button = withdraw('anna')
    button?.focus()
    button?.setAttribute(attribute, '')
    // as browsers do at the next frame
    button?.blur()
    button?.dispatchEvent(new Event('x'))
    await expect.poll(focused).not.toBe('')
    button?.removeAttribute(attribute)
  }
})
