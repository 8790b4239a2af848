// The live page, beside Datastar: clocks, the connection banner, and holding
// updates while the reader selects text or has paused them.
const $ = selector => document.querySelector(selector)
const all = selector => document.querySelectorAll(selector)
const show = (selector, on) => all(selector).forEach(el => { el.hidden = !on })

// data-now is the server's time when it drew the region; time[data-ago] and
// time[data-elapsed] count from theirs; [data-stall="45"] shows from that age.
let drawn, skew = 0

function tick() {
  const now = $('[data-now]')?.dataset.now
  if (now && now !== drawn) skew = Date.now() - Date.parse(drawn = now)
  const since = el => Math.max(0, (Date.now() - skew - Date.parse(el.dateTime)) / 1000 | 0)
  let age = 0
  for (const el of all('time[data-ago]')) put(el, ago(age = since(el)))
  for (const el of all('time[data-elapsed]')) put(el, clock(since(el)))
  for (const el of all('[data-stall]')) el.hidden = age < el.dataset.stall
}

const put = (el, text) => { if (el.textContent !== text) el.textContent = text }
const two = n => String(n).padStart(2, '0')
const clock = s => s < 3600 ? `${s / 60 | 0}:${two(s % 60)}`
  : `${s / 3600 | 0}:${two((s / 60 | 0) % 60)}:${two(s % 60)}`
const ago = s => s < 60 ? `${s} s ago` : s < 3600 ? `${s / 60 | 0} min ago` : `${s / 3600 | 0} h ago`

// A stream begins with the region as a whole; then come the parts that change,
// in their order. What was held before a whole region is of no more use.
const fetched = 'datastar-fetch'
let waiting = []
const selecting = ({type, anchorNode}) => type === 'Range' && $('[data-now]') && anchorNode.parentElement?.closest('#run')
const held = () => $('[data-pause][aria-pressed=true]') || selecting(getSelection())

function release() {
  if (held()) return
  for (const detail of waiting.splice(0)) document.dispatchEvent(new CustomEvent(fetched, {detail}))
}

// Before Datastar's own listener. Without data-now all is over.
window.addEventListener(fetched, event => {
  const {type, argsRaw = {}} = event.detail
  if (type.startsWith('datastar-patch-')) connected()
  if (type === 'retrying') lost ??= setTimeout(() => show('[data-offline]', !!$('[data-now]')), 1500)
  if (type === 'retries-failed') show('[data-offline],[data-gone]', true)
  if (type !== 'datastar-patch-elements') return
  const whole = /^\s*<main\b/.test(argsRaw.elements)
  if (whole) waiting = []
  // The last region has no clock, and nobody should miss it.
  if (!held() || whole && !/\sdata-now=/.test(argsRaw.elements)) return void queueMicrotask(tick)
  event.stopImmediatePropagation()
  waiting.push(event.detail)
}, true)

let lost
function connected() {
  clearTimeout(lost)
  lost = undefined
  show('[data-offline],[data-gone]', false)
}

document.addEventListener('selectionchange', release)
document.addEventListener('click', event => {
  const button = event.target.closest('[data-pause]')
  if (!button) return
  button.ariaPressed = String(button.ariaPressed !== 'true')
  release()
})
setInterval(tick, 1000)
tick()
