// Reading pages: adds to links that work without it.
const $ = selector => document.querySelector(selector)
const modified = event => event.ctrlKey || event.metaKey || event.altKey

// <a href="/r/ID.md" data-copy> copies what it links to, or follows the link
// where there is no clipboard (plain http).
async function copy(link) {
  const text = fetch(link.dataset.copy || link.href).then(reply =>
    reply.ok ? reply.text() : Promise.reject(reply.status))
  try {
    await navigator.clipboard.write([new ClipboardItem({'text/plain': text})])
    say(link, 'Copied')
  } catch {
    say(link, 'Could not copy')
  }
}

let said
function say(link, words) {
  const label = link.dataset.label ??= link.textContent
  link.textContent = words
  $('#said')?.replaceChildren(words)
  clearTimeout(said)
  said = setTimeout(() => { link.textContent = label }, 2500)
}

// <a class="cite" href="#s3" data-cite="3"> opens the popover "card3".
let cited, pressed // link of the last card; if open at pointerdown
const isOpen = link => link?.ariaExpanded === 'true'

function cite(link, card) {
  const close = link === pressed || isOpen(link)
  card.hidePopover()
  if (cited) { cited.style.anchorName = ''; cited.ariaExpanded = 'false' }
  if (close) return
  cited = link
  link.style.anchorName = card.style.positionAnchor = '--cite'
  card.showPopover({source: link})
}

document.addEventListener('pointerdown', () => { pressed = isOpen(cited) ? cited : null }, true)
document.addEventListener('toggle', event => {
  if (event.target.id === 'card' + cited?.dataset.cite) cited.ariaExpanded = String(event.newState === 'open')
}, true)

document.addEventListener('click', event => {
  const link = event.target.closest('[data-copy],[data-cite]')
  if (!link || modified(event)) return
  const card = link.dataset.cite && document.getElementById('card' + link.dataset.cite)
  if (card?.showPopover) cite(link, card)
  else if ('copy' in link.dataset && navigator.clipboard?.write) copy(link)
  else return
  event.preventDefault()
  pressed = null
})

// data-key="n": that key focuses or clicks the element; j and k walk the
// findings; <input type=checkbox data-keys> turns keys off.
const toggle = $('[data-keys]')
const keys = () => localStorage.getItem('keys') !== 'off'
if (toggle) {
  toggle.checked = keys()
  toggle.onchange = () => localStorage.setItem('keys', toggle.checked ? 'on' : 'off')
}

function step(by) {
  const all = [...document.querySelectorAll('.finding,[data-step]')]
  const next = all[all.indexOf(document.activeElement.closest('.finding,[data-step]')) + by]
  if (!next) return
  next.tabIndex = -1
  next.focus()
  next.scrollIntoView()
}

document.addEventListener('keydown', event => {
  const {key, target} = event
  if (key.length > 1 || modified(event) || !keys()) return
  if (target.closest('input,textarea,select')) return
  if (key === 'j' || key === 'k') return step(key === 'j' ? 1 : -1)
  const to = $(`[data-key="${CSS.escape(key)}"]`)
  if (!to) return
  event.preventDefault()
  to.matches('input') ? to.focus() : to.click()
})
