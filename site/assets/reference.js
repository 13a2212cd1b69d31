// Finds places in the reference as one types, and marks in its contents what is being read.

const contents = document.getElementById('contents');
const find = contents.querySelector('.find');
const input = find.querySelector('input');
const found = find.querySelector('[role=status]');
const results = find.querySelector('.results');
const links = [...contents.querySelectorAll('.groups a')];
const sections = links.map((link) => document.querySelector(link.hash));

// What a place is found by: its name first, then every word in it.
const names = links.map((link) => `${link.textContent} ${link.dataset.path ?? ''} ${link.hash}`.toLowerCase());
const texts = sections.map((section) => section.textContent.toLowerCase());

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (all) => links.filter((_, i) => words.every((word) => all[i].includes(word)));
  const matches = words.length === 0 ? [] : [...new Set([...has(names), ...has(texts)])];
  results.replaceChildren(...matches.map(toResult));
  contents.classList.toggle('searching', words.length > 0);
  found.textContent = words.length === 0 ? '' : `${matches.length || 'Nothing'} found`;
}

function toResult(link) {
  const item = document.createElement('li');
  const copy = link.cloneNode(true);
  copy.removeAttribute('aria-current');
  item.append(copy);
  return item;
}

// From the field down through the results and back.
function move(event) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const stops = [input, ...results.querySelectorAll('a')];
  const position = stops.indexOf(document.activeElement);
  if (step === undefined || position < 0) return;
  event.preventDefault();
  stops[position + step]?.focus();
}

function clear(event) {
  if (event.key !== 'Escape' || input.value === '') return;
  event.preventDefault();
  input.value = '';
  input.focus();
  search();
}

function openByKey(event) {
  if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input')) return;
  event.preventDefault();
  if (!contents.checkVisibility()) contents.showPopover();
  input.focus();
}

function closeAfterChoice(event) {
  if (event.target.closest('a') && contents.matches(':popover-open')) contents.hidePopover();
}

const inView = new Set();

function mark(entries) {
  for (const { target, isIntersecting } of entries) inView[isIntersecting ? 'add' : 'delete'](target);
  const current = sections.findIndex((section) => inView.has(section));
  if (current < 0) return;
  for (const link of links) link.removeAttribute('aria-current');
  links[current].setAttribute('aria-current', 'true');
  reveal(links[current]);
}

// Scrolls the contents alone; scrollIntoView would scroll the page too.
function reveal(link) {
  const [box, inner] = [contents.getBoundingClientRect(), link.getBoundingClientRect()];
  if (inner.top < box.top) contents.scrollTop -= box.top - inner.top + 16;
  else if (inner.bottom > box.bottom) contents.scrollTop += inner.bottom - box.bottom + 16;
}

find.hidden = false;
input.addEventListener('input', search);
find.addEventListener('submit', (event) => {
  event.preventDefault();
  results.querySelector('a')?.click();
});
find.addEventListener('keydown', move);
find.addEventListener('keydown', clear);
document.addEventListener('keydown', openByKey);
contents.addEventListener('click', closeAfterChoice);

const observer = new IntersectionObserver(mark, { rootMargin: '0px 0px -65% 0px' });
for (const section of sections) observer.observe(section);
