// The server's first view of a page has a board. This shows taps on it at once and keeps them for the page's own board, which
// plays them (src/lib/boards/early-taps.ts).
{
  const taps = []
  globalThis.earlyTaps = taps
  document.addEventListener('click', ({ target }) => {
    const button = target.closest('.first-view [data-point]')
    if (!button) return
    const { point, side } = button.dataset
    // The same stone goes to another point.
    if (side) document.querySelector(`.first-view .tapped[data-side]`)?.classList.remove('tapped')
    button.classList.add('tapped')
    taps.push(point)
  })
}
