// Until the page's scripts have run, the board that the server has put into the page takes taps: they are shown at once, and
// the page's own board plays them (src/lib/boards/early-taps.ts).
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
